#include <stdio.h>
#include <stringmill_json.h>

int main(void) {
    const char text[] = "{\"name\": \"Ada\", \"tags\": [1, 2]}";
    smill_json_reader *reader = NULL;
    smill_json_event event;
    smill_error error = smill_json_reader_new(NULL, 0, &reader);
    if (error == SMILL_OK) error = smill_json_reader_begin(reader, text, sizeof text - 1, 0);
    while (error == SMILL_OK && (error = smill_json_reader_next(reader, &event)) == SMILL_OK) {
        if (event.kind == SMILL_JSON_END) break;
        if (event.kind == SMILL_JSON_NAME) printf("%.*s\n", (int)event.len, text + event.text);
    }
    if (error != SMILL_OK) fprintf(stderr, "%s\n", smill_error_says(error));
    smill_json_reader_free(reader);
    return error != SMILL_OK;
}
