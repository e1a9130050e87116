#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A ring of bytes: one writer, one reader, no locks needed in one thread. */
struct ring {
	unsigned char *bytes;
	size_t cap, head, len;
};

static int ring_open(struct ring *r, size_t cap)
{
	r->bytes = malloc(cap);
	r->cap = r->bytes ? cap : 0;
	r->head = r->len = 0;
	return r->bytes ? 0 : -1;
}

static size_t ring_put(struct ring *r, const void *src, size_t n)
{
	size_t i, room = r->cap - r->len;
	if (n > room)
		n = room;
	for (i = 0; i < n; i++)
		r->bytes[(r->head + r->len + i) % r->cap] = ((const unsigned char *)src)[i];
	r->len += n;
	return n;
}

int main(int argc, char **argv)
{
	struct ring r;
	int i;
	if (ring_open(&r, 64) != 0) {
		fprintf(stderr, "%s: out of memory\n", argv[0]);
		return EXIT_FAILURE;
	}
	for (i = 1; i < argc; i++)
		if (ring_put(&r, argv[i], strlen(argv[i])) < strlen(argv[i]))
			fprintf(stderr, "\"%s\" does not fit\n", argv[i]);
	printf("%zu of %zu bytes used\n", r.len, r.cap);
	free(r.bytes);
	return EXIT_SUCCESS;
}
