/** The characters that spreadsheet programs treat as the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED = /^'(?=[=+\-@\t\r])/;

/** Escapes a cell of a text table that spreadsheet programs would evaluate as a formula (S-33). */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the escape from a cell, so that exported data can be imported unchanged. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');
