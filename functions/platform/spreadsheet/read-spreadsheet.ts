import { headingPlace, TITLE_ROWS_MAX } from '@prosa/shared/rules/import-columns.ts';
import { inflateArchive } from './inflate-archive.ts';
import {
  CELL_MAX_CHARS,
  SPREADSHEET_MAX_CHARS,
  SPREADSHEET_MAX_COLUMNS,
  SPREADSHEET_MAX_INFLATED_BYTES,
} from './limits.ts';
import { parseDelimited } from './parse-delimited.ts';
import { UnusableSpreadsheet } from './unusable.ts';

/** The first sheet of a file: its headings, and the non-empty rows below. */
export interface Sheet {
  columns: string[];
  rows: string[][];
  /** The line number of each row in the file, counted from 1. */
  lines: number[];
}

const ZIP_HEAD = [0x50, 0x4b, 0x03, 0x04];
/** First bytes of files of Excel up to 2003. */
const COMPOUND_HEAD = [0xd0, 0xcf, 0x11, 0xe0];
const beginsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte);

/** Returns a cell's text: for a formula its stored result, for a number every digit. */
const cellText = (cell: { t: string; v?: unknown } | undefined): string => {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  if (typeof cell.v === 'number' && Number.isInteger(cell.v)) return cell.v.toFixed(0);
  return String(cell.v);
};

type DenseSheet = ({ t: string; v?: unknown } | undefined)[][];

/** Returns a row's cells by position; missing cells are empty. */
const cellsOf = (row: DenseSheet[number]): string[] => {
  const last = Object.keys(row).reduce((most, place) => Math.max(most, Number(place)), -1);
  if (last >= SPREADSHEET_MAX_COLUMNS) {
    const beyond = Object.keys(row).some(
      (place) => Number(place) >= SPREADSHEET_MAX_COLUMNS && cellText(row[Number(place)]) !== '',
    );
    if (beyond) throw new UnusableSpreadsheet('too-many-columns');
  }
  return Array.from({ length: Math.min(last + 1, SPREADSHEET_MAX_COLUMNS) }, (_none, place) =>
    cellText(row[place]),
  );
};

/**
 * Archive entries with cell data. Pictures, macros and attachments of a sheet such as comments are not inflated
 * (CVE-2023-30533).
 */
const OF_CELLS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/([^/]+\.xml|_rels\/[^/]+\.rels|worksheets\/[^/]+\.xml))$/;
const isOfCells = (name: string): boolean => OF_CELLS.test(name);

/** Returns the inflated and counted files in a new uncompressed archive, so that the parser inflates nothing. */
const repack = async (bytes: Buffer): Promise<Buffer> => {
  const files = await inflateArchive(bytes, SPREADSHEET_MAX_INFLATED_BYTES, isOfCells);
  if (!files.has('[Content_Types].xml') || !files.has('xl/workbook.xml'))
    throw new UnusableSpreadsheet('unreadable');
  const { CFB } = await import('xlsx');
  const archive: unknown = CFB.utils.cfb_new({ fileType: 'zip' });
  for (const [name, content] of files) CFB.utils.cfb_add(archive, `/${name}`, content);
  return Buffer.from(CFB.write(archive, { fileType: 'zip', type: 'buffer' }));
};

async function* workbookRows(bytes: Buffer, maxRows: number): AsyncGenerator<[number, string[]]> {
  const { read } = await import('xlsx');
  const book = read(bytes, {
    type: 'buffer',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    sheets: 0,
    // The heading row and titles above it, and one row more than allowed to detect too many.
    sheetRows: maxRows + TITLE_ROWS_MAX + 1,
  });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  const dense: DenseSheet = sheet?.['!data'] ?? [];
  // Only existing rows, because a sheet may declare a million rows.
  for (const place of Object.keys(dense)) {
    const row = dense[Number(place)];
    if (row !== undefined) yield [Number(place) + 1, cellsOf(row)];
  }
}

/** Decodes a text: UTF-16 if it has a byte order mark, UTF-8 if valid, else Windows' Latin-1. */
const decodeText = (bytes: Buffer): string => {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  let text: string;
  try {
    text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  // Pictures, programs and web pages with a wrong file name.
  if (/(?!\s)\p{Cc}/u.test(text) || /^\s*</.test(text)) throw new UnusableSpreadsheet('unreadable');
  return text;
};

async function* textRows(bytes: Buffer): AsyncGenerator<[number, string[]]> {
  let line = 0;
  for (const cells of parseDelimited(decodeText(bytes))) {
    line += 1;
    if (cells.slice(SPREADSHEET_MAX_COLUMNS).some((cell) => cell.trim() !== ''))
      throw new UnusableSpreadsheet('too-many-columns');
    yield [line, cells.slice(0, SPREADSHEET_MAX_COLUMNS)];
  }
}

const rowsOf = async (bytes: Buffer, maxRows: number): Promise<AsyncGenerator<[number, string[]]>> => {
  if (beginsWith(bytes, ZIP_HEAD)) return workbookRows(await repack(bytes), maxRows);
  return beginsWith(bytes, COMPOUND_HEAD) ? workbookRows(bytes, maxRows) : textRows(bytes);
};

/**
 * Reads the first sheet of an Excel file (old or new format) or of a delimited text file. The bytes decide about the
 * format, not the name. Formulas are not evaluated, and only the first of merged cells has the value. Titles above the
 * headings are left out.
 * @throws UnusableSpreadsheet with the reason, for any problem of the file
 */
export const readSpreadsheet = async (bytes: Buffer, maxRows: number): Promise<Sheet> => {
  const sheet: Sheet = { columns: [], rows: [], lines: [] };
  let chars = 0;
  try {
    for await (const [line, given] of await rowsOf(bytes, maxRows)) {
      const cells = given.map((cell) => cell.slice(0, CELL_MAX_CHARS).trim());
      if (cells.every((cell) => cell === '')) continue;
      chars += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (chars > SPREADSHEET_MAX_CHARS) throw new UnusableSpreadsheet('too-large');
      // The headings and titles are still among the rows.
      if (sheet.rows.length === maxRows + TITLE_ROWS_MAX) throw new UnusableSpreadsheet('too-many-rows');
      sheet.rows.push(cells);
      sheet.lines.push(line);
    }
  } catch (error) {
    // The parser throws errors of any kind.
    throw error instanceof UnusableSpreadsheet
      ? error
      : new UnusableSpreadsheet('unreadable', { cause: error });
  }
  const place = headingPlace(sheet.rows);
  sheet.columns = sheet.rows[place] ?? [];
  sheet.rows.splice(0, place + 1);
  sheet.lines.splice(0, place + 1);
  if (sheet.rows.length === 0) throw new UnusableSpreadsheet('empty');
  if (sheet.rows.length > maxRows) throw new UnusableSpreadsheet('too-many-rows');
  const width = sheet.rows.reduce((most, cells) => Math.max(most, cells.length), sheet.columns.length);
  sheet.columns = Array.from({ length: width }, (_none, place) => sheet.columns[place] ?? '');
  return sheet;
};
