/** Limits of a spreadsheet (S-32). A larger one is refused before or while it is read. */
export const SPREADSHEET_MAX_INFLATED_BYTES = 50 * 1024 * 1024;
export const SPREADSHEET_MAX_COLUMNS = 100;
/** Characters of all cells together. */
export const SPREADSHEET_MAX_CHARS = 12 * 1024 * 1024;
/** No field holds a longer text, so the rest of a cell is dropped. */
export const CELL_MAX_CHARS = 1_000;
