/** What spreadsheet programs take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED = /^'(?=[=+\-@\t\r])/;

/** A cell of a text table, for programs that would reckon with what it begins with (S-33). */
export const guardCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A cell as it was before it was guarded: what was exported comes back as it was. */
export const unguardCell = (text: string): string => text.replace(GUARDED, '');
