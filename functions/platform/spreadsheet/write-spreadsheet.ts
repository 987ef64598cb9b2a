/**
 * Writes a workbook of one sheet. Every cell is text, never a formula (S-33), and numbers keep all their digits.
 * @returns the bytes of an xlsx file
 */
export const writeSpreadsheet = async (
  sheetName: string,
  rows: readonly (readonly string[])[],
): Promise<Uint8Array> => {
  const { utils, write } = await import('xlsx');
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([...rows.map((row) => [...row])], { dense: true }),
    sheetName,
  );
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
};
