/**
 * How long after a field is left its error appears, in milliseconds: longer than a click, so that no field moves away
 * under the pointer that left another.
 */
export const ERROR_AFTER_MS = 300;
