/**
 * An application of which two instances share locks that have two versions of the
 * starter.
 */
@NullMarked
package com.example.versions;

import org.jspecify.annotations.NullMarked;
