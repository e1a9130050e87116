/* What a test of a command on Windows needs and a shell of another system cannot do. Words have \uXXXX for UTF-16 units.
 *
 *   windows run LINE            a process, with the handles of this one; prints its exit code
 *   windows bare LINE           the same without a console and without standard streams
 *   windows hold NAME LINE      the same as run, while no other process may open the file
 */

#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <windows.h>
#include <shellapi.h>

static wchar_t *unescaped(wchar_t *text)
{
    wchar_t *to = text;
    for (wchar_t *from = text; *from; to++) {
        if (from[0] == L'\\' && from[1] == L'u' && wcslen(from) >= 6) {
            wchar_t digits[5] = {from[2], from[3], from[4], from[5], 0};
            *to = (wchar_t)wcstoul(digits, NULL, 16);
            from += 6;
        } else {
            *to = *from++;
        }
    }
    *to = 0;
    return text;
}

static int fail(const char *act)
{
    printf("%s: error %lu\n", act, GetLastError());
    return 1;
}

static int run(wchar_t *line, BOOL bare)
{
    STARTUPINFOW start = {sizeof start};
    PROCESS_INFORMATION process;
    DWORD code;
    if (bare) {
        start.dwFlags = STARTF_USESTDHANDLES;
    }
    if (!CreateProcessW(NULL, line, NULL, NULL, !bare, bare ? DETACHED_PROCESS : 0, NULL, NULL, &start, &process)) {
        return fail("run");
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &code);
    printf("exit %lu\n", code);
    return 0;
}

static int hold(const wchar_t *name, wchar_t *line)
{
    HANDLE file = CreateFileW(name, GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        return fail("hold");
    }
    run(line, FALSE);
    return !CloseHandle(file);
}

int main(void)
{
    int count;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (count < 3) {
        return 2;
    }
    wchar_t *one = unescaped(words[2]), *two = count > 3 ? unescaped(words[3]) : L"";
    if (!wcscmp(words[1], L"run") || !wcscmp(words[1], L"bare")) {
        return run(one, words[1][0] == L'b');
    } else if (!wcscmp(words[1], L"hold")) {
        return hold(one, two);
    }
    return 2;
}
