/** What a spreadsheet may hold (S-32): more is refused before or while it is read. */
export const SPREADSHEET_MAX_INFLATED_BYTES = 50 * 1024 * 1024;
export const SPREADSHEET_MAX_COLUMNS = 100;
/** Characters of all cells together. */
export const SPREADSHEET_MAX_CHARS = 12 * 1024 * 1024;
/** What is longer fits no field: the rest of a cell is left out. */
export const CELL_MAX_CHARS = 1_000;
