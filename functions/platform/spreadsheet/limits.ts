/**
 * Maximum size of a spreadsheet after decompression. A spreadsheet over one of these limits is refused before or during
 * reading (S-32).
 */
export const SPREADSHEET_MAX_INFLATED_BYTES = 50 * 1024 * 1024;
export const SPREADSHEET_MAX_COLUMNS = 100;
/** Maximum characters of all cells together. */
export const SPREADSHEET_MAX_CHARS = 12 * 1024 * 1024;
/** Maximum characters of a cell. No field holds a longer text, so the rest of the cell is dropped. */
export const CELL_MAX_CHARS = 1_000;
