/** CSS variable with the space that screens leave free at their end while something floats in the lower right corner. */
export const CORNER_CLEARANCE = '--corner-clearance';
