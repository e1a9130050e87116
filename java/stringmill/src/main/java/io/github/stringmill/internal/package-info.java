/** How the operations work: kernels, and the plain code around them. Not for use by others; it changes at any time. */
package io.github.stringmill.internal;
