/** The writer of Ion text; no part of the API. */
package io.github.stringmill.ion.writer;
