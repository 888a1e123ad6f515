/**
 * A shop, as a user of any line of Spring Boot writes it.
 */
@NullMarked
package com.example.shop;

import org.jspecify.annotations.NullMarked;
