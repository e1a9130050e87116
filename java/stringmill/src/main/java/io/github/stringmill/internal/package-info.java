/**
 * How the operations work: rules, drivers and their leaves, the kernels. Not for use by others; changes at any time.
 */
package io.github.stringmill.internal;
