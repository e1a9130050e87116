#include <stdio.h>
#include <stringmill.h>

int main(void) {
    const smill_rules *rules;
    smill_progress done;
    char dst[64];
    smill_error error = smill_rules_builtin("json", 4, SMILL_ILL_FORMED_REPLACE, &rules);
    if (error == SMILL_OK) error = smill_json_escape(rules, "say \"hi\"\n", 9, dst, sizeof dst, 0, &done, NULL);
    if (error == SMILL_OK) printf("\"%.*s\"\n", (int)done.written, dst);
    else fprintf(stderr, "%s\n", smill_error_says(error));
    return error != SMILL_OK;
}
