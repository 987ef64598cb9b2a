const SCIENTIFIC = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i;
const WITH_EMPTY_DECIMALS = /^(\d{8,})[.,]0+$/;

/**
 * Returns a phone number from a cell of a spreadsheet. A spreadsheet program shows long numbers as `5,51199E+12`, and
 * saves them so in text files; null if digits were lost that way.
 */
export const sheetNumber = (cell: string): string | null => {
  const text = cell.trim();
  const scientific = SCIENTIFIC.exec(text);
  if (scientific === null) return WITH_EMPTY_DECIMALS.exec(text)?.[1] ?? cell;
  const [, first = '', decimals = '', exponent = ''] = scientific;
  return decimals.length < Number(exponent) ? null : (first + decimals).slice(0, Number(exponent) + 1);
};
