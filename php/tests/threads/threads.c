/*
 * A server in little: PHP inside of a program, with threads that serve requests at the same time.
 *
 *   threads INI SCRIPT THREADS REQUESTS
 *
 * Each request runs the script, with its number in $request. It sets $expected to the status it will end with, and
 * $compared to how many comparisons it made. Status 1 if a request ends otherwise.
 *
 * With MODULE_LINKED the extension is linked with the program, since sanitizers refuse dlopen() as PHP calls it; else the
 * ini file loads it.
 */

#include <sapi/embed/php_embed.h>
#include <pthread.h>

typedef struct server {
    pthread_t thread;
    int number;
    zend_long compared;
    int failures;
} server;

static const char *script;
static int requests;
static pthread_barrier_t start;

#ifdef MODULE_LINKED

zend_module_entry *get_module(void);

static int startup(sapi_module_struct *sapi)
{
    return php_module_startup(sapi, get_module());
}

#endif

static zend_long global(const char *name)
{
    zval *value = zend_hash_str_find_ind(&EG(symbol_table), name, strlen(name));
    return value && Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : -1;
}

static void run_script(int number)
{
    zend_first_try {
        zval request;
        zend_file_handle file;
        ZVAL_LONG(&request, number);
        zend_hash_str_update(&EG(symbol_table), ZEND_STRL("request"), &request);
        zend_stream_init_filename(&file, script);
        php_execute_script(&file);
        zend_destroy_file_handle(&file);
    } zend_end_try();
}

static void serve_request(server *server, int number)
{
    if (php_request_startup() == FAILURE) {
        server->failures++;
        return;
    }
    SG(headers_sent) = 1;
    SG(request_info).no_headers = 1;
    EG(exit_status) = 0;
    run_script(number);
    if (EG(exit_status) == global("expected")) {
        server->compared += global("compared");
    } else {
        server->failures++;
        printf("thread %d, request %d: status %d instead of " ZEND_LONG_FMT "\n", server->number, number,
               (int) EG(exit_status), global("expected"));
    }
    php_request_shutdown(NULL);
}

static void *serve(void *given)
{
    server *server = given;
    (void) ts_resource(0);
    /* All begin together, so that they meet in what the extension makes at first use. */
    pthread_barrier_wait(&start);
    for (int i = 0; i < requests; i++) {
        serve_request(server, i);
    }
    ts_free_thread();
    return NULL;
}

static int serve_all(server *servers, int threads)
{
    zend_long compared = 0;
    int failures = 0;
    pthread_barrier_init(&start, NULL, (unsigned) threads);
    for (int i = 0; i < threads; i++) {
        servers[i].number = i;
        if (pthread_create(&servers[i].thread, NULL, serve, &servers[i]) != 0) {
            puts("threads: a thread could not be made");
            exit(1);
        }
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(servers[i].thread, NULL);
        compared += servers[i].compared;
        failures += servers[i].failures;
    }
    printf("threads: %d threads, %d requests each, " ZEND_LONG_FMT " comparisons, %d requests failed\n", threads, requests,
           compared, failures);
    return failures == 0 && compared > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("usage: threads INI SCRIPT THREADS REQUESTS\n", stderr);
        return 2;
    }
    int threads = atoi(argv[3]);
    script = argv[2];
    requests = atoi(argv[4]);
    server *servers = calloc((size_t) threads, sizeof *servers);
    php_embed_module.php_ini_path_override = argv[1];
#ifdef MODULE_LINKED
    php_embed_module.startup = startup;
#endif
    if (!servers || php_embed_init(0, NULL) == FAILURE) {
        puts("threads: PHP did not start");
        return 1;
    }
    /* The thread that starts and ends the modules serves no request meanwhile. */
    php_request_shutdown(NULL);
    int status = serve_all(servers, threads);
    php_module_shutdown();
    sapi_shutdown();
    tsrm_shutdown();
    free(php_embed_module.ini_entries);
    free(servers);
    return status;
}
