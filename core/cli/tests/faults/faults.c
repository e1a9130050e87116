/*
 * A preloaded library that makes one system call of the command fail.
 *
 * FAULT_CALL  the call: open, read, write, fsync, close, link, rename, mkdir, unlink, stat, chmod, chown, acl (set or
 *             removed), lock
 * FAULT_AT    which of these calls, from 1; 0 for all
 * FAULT_HOW   an error number; "short", for half a read or a write; or "kill", for a process that is killed before it
 * FAULT_IN    count only calls on files whose path contains this text, and on standard input and output
 * FAULT_MARK  a file that the library creates after the fault
 *
 * FAULT_SYSTEM  a missing feature, independent of FAULT_CALL: "tmpfile", unnamed files; "descriptors", links by the
 *               descriptor alone; "links", links of unnamed files; "umask", respected by unnamed files; "case", in names
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int calls;

static int path_counts(const char *path) {
    const char *in = getenv("FAULT_IN");
    return in && strstr(path, in);
}

static int fd_counts(int fd) {
    char link[64], path[PATH_MAX];
    if (fd == 0 || fd == 1) return 1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long len = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (len < 0) return 0;
    path[len] = 0;
    return path_counts(path);
}

/* A path relative to a folder counts if the folder does. */
static int at_counts(int folder, const char *path) {
    char whole[PATH_MAX];
    if (path[0] == '/') return path_counts(path);
    if (folder != AT_FDCWD) return fd_counts(folder);
    return getcwd(whole, sizeof whole) && path_counts(whole);
}

/* Whether this call is the one that must fail: 1 with errno set, 2 for a short one, 0 if it is not. */
static int fails(const char *call) {
    const char *chosen = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *how = getenv("FAULT_HOW");
    const char *mark = getenv("FAULT_MARK");
    if (!chosen || !at || !how || strcmp(call, chosen) != 0) return 0;
    if (atomic_fetch_add(&calls, 1) + 1 != atoi(at) && atoi(at)) return 0;
    if (mark) {
        long fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
        if (fd >= 0) syscall(SYS_close, fd);
    }
    if (strcmp(how, "short") == 0) return 2;
    if (strcmp(how, "kill") == 0) kill(getpid(), SIGKILL);
    errno = atoi(how);
    return 1;
}

static int lacks(const char *what) {
    const char *system = getenv("FAULT_SYSTEM");
    return system && strcmp(system, what) == 0;
}

/* The name of a file on a system that ignores case. */
static const char *folded(const char *name, char *room) {
    size_t len = strlen(name);
    if (!lacks("case") || len >= PATH_MAX) return name;
    for (size_t at = 0; at <= len; at++) room[at] = tolower((unsigned char)name[at]);
    return room;
}

static int open_at(int folder, const char *path, int flags, va_list rest) {
    int nameless = (flags & O_TMPFILE) == O_TMPFILE;
    int mode = flags & O_CREAT || nameless ? va_arg(rest, int) : 0;
    if (at_counts(folder, path) && fails("open")) return -1;
    if (nameless && lacks("tmpfile")) {
        errno = EOPNOTSUPP;
        return -1;
    }
    int fd = syscall(SYS_openat, folder, path, flags, mode);
    if (nameless && fd >= 0 && lacks("umask")) syscall(SYS_fchmod, fd, mode);
    return fd;
}

int openat(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(folder, path, flags, rest);
    va_end(rest);
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(AT_FDCWD, path, flags, rest);
    va_end(rest);
    return fd;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int fd = open_at(AT_FDCWD, path, flags, rest);
    va_end(rest);
    return fd;
}

ssize_t read(int fd, void *bytes, size_t len) {
    int how = fd_counts(fd) ? fails("read") : 0;
    if (how == 1) return -1;
    if (how == 2 && len > 1) len /= 2;
    return syscall(SYS_read, fd, bytes, len);
}

ssize_t write(int fd, const void *bytes, size_t len) {
    int how = fd_counts(fd) ? fails("write") : 0;
    if (how == 1) return -1;
    if (how == 2 && len > 1) len /= 2;
    return syscall(SYS_write, fd, bytes, len);
}

int fsync(int fd) {
    if (fd_counts(fd) && fails("fsync")) return -1;
    return syscall(SYS_fsync, fd);
}

/* The descriptor is closed even if close reports an error. */
int close(int fd) {
    int how = fd_counts(fd) ? fails("close") : 0, error = errno;
    int done = syscall(SYS_close, fd);
    if (!how) return done;
    errno = error;
    return -1;
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int nameless = flags & (AT_EMPTY_PATH | AT_SYMLINK_FOLLOW);
    if (at_counts(to_folder, to) && fails("link")) return -1;
    if (flags & AT_EMPTY_PATH && lacks("descriptors")) {
        errno = ENOENT;
        return -1;
    }
    if (nameless && strcmp(to, ".") != 0 && lacks("links")) {
        errno = EACCES;
        return -1;
    }
    char room[PATH_MAX];
    return syscall(SYS_linkat, from_folder, from, to_folder, folded(to, room), flags);
}

#ifdef SYS_newfstatat
int fstatat(int folder, const char *path, struct stat *facts, int flags) {
    if (at_counts(folder, path) && fails("stat")) return -1;
    char room[PATH_MAX];
    return syscall(SYS_newfstatat, folder, folder == AT_FDCWD ? path : folded(path, room), facts, flags);
}
#endif

int fchmod(int fd, mode_t mode) {
    if (fd_counts(fd) && fails("chmod")) return -1;
    return syscall(SYS_fchmod, fd, mode);
}

int fchown(int fd, uid_t owner, gid_t group) {
    if (fd_counts(fd) && fails("chown")) return -1;
    return syscall(SYS_fchown, fd, owner, group);
}

int flock(int fd, int operation) {
    if (fd_counts(fd) && fails("lock")) return -1;
    return syscall(SYS_flock, fd, operation);
}

int fsetxattr(int fd, const char *name, const void *value, size_t len, int flags) {
    if (fd_counts(fd) && fails("acl")) return -1;
    return syscall(SYS_fsetxattr, fd, name, value, len, flags);
}

int fremovexattr(int fd, const char *name) {
    if (fd_counts(fd) && fails("acl")) return -1;
    return syscall(SYS_fremovexattr, fd, name);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (at_counts(to_folder, to) && fails("rename")) return -1;
    char room[PATH_MAX];
    return syscall(SYS_renameat, from_folder, from, to_folder, folded(to, room));
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    if (at_counts(to_folder, to) && fails("rename")) return -1;
    char room[PATH_MAX];
    return syscall(SYS_renameat2, from_folder, from, to_folder, folded(to, room), flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    if (at_counts(folder, path) && fails("mkdir")) return -1;
    return syscall(SYS_mkdirat, folder, path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
    if (at_counts(folder, path) && fails("unlink")) return -1;
    return syscall(SYS_unlinkat, folder, path, flags);
}
