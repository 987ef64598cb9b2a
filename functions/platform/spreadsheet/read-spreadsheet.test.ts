import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { guessColumns } from '@prosa/shared/rules/import-columns.ts';
import { planImport } from '@prosa/shared/rules/plan-import.ts';
import { describe, expect, it } from 'vitest';
import { utils, type WorkSheet, write } from 'xlsx';
import { inflateArchive } from './inflate-archive.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { readInThread } from './spreadsheet-thread.ts';
import { UnusableSpreadsheet } from './unusable.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';

const MAX_ROWS = 100;
/** See `tests/fixtures/spreadsheets/README.md`. */
const MESSY = join(import.meta.dirname, '../../../tests/fixtures/spreadsheets/messy-contacts.xlsx');

const bookOf = (sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Plan1');
  return Buffer.from(write(book, { type: 'buffer', bookType, compression: true }));
};
const sheetOf = (rows: unknown[][]): WorkSheet => utils.aoa_to_sheet(rows);
const read = (bytes: Buffer | string) => readSpreadsheet(Buffer.from(bytes), MAX_ROWS);
const problemOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading;
  } catch (error) {
    if (error instanceof UnusableSpreadsheet) return error.problem;
    throw error;
  }
  return 'none';
};

/** Builds an archive whose declared file sizes may be false. */
const archiveOf = (files: { name: string; bytes: Buffer; saysBytes?: number }[]): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, saysBytes = bytes.length } of files) {
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30 + name.length);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(saysBytes, 22);
    head.writeUInt16LE(name.length, 26);
    head.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(saysBytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    locals.push(head, packed);
    directory.push(entry);
    at += head.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
};

describe('readSpreadsheet', () => {
  it.each(['xlsx', 'biff8'] as const)(
    'reads a workbook (%s): keeps every digit of a number, skips empty rows',
    async (type) => {
      const bytes = bookOf(
        sheetOf([
          ['Nome', 'Número', 'Ativo'],
          [],
          ['José', 5_511_999_998_888, true],
          ['Ana', '+55 (21) 98888-7777', 2.5],
        ]),
        type,
      );
      expect(await read(bytes)).toEqual({
        columns: ['Nome', 'Número', 'Ativo'],
        rows: [
          ['José', '5511999998888', 'true'],
          ['Ana', '+55 (21) 98888-7777', '2.5'],
        ],
        lines: [3, 4],
      });
    },
  );

  it('reads a messy workbook: titles above the headings, empty rows, and every digit of a number shown as 5,51E+12', async () => {
    const sheet = await readSpreadsheet(await readFile(MESSY), MAX_ROWS);
    expect(sheet.columns).toEqual([
      'Nº',
      'Nome completo',
      'Celular (WhatsApp)',
      'E-mail',
      'Grupo / Etiquetas',
    ]);
    expect(sheet.lines[0]).toBe(6);
    const mapping = { name: 1, number: 2, email: 3, tags: 4 };
    expect(guessColumns(sheet.columns)).toEqual(mapping);
    const planned = planImport(sheet.rows, mapping, [{ first: 0, last: sheet.rows.length - 1 }]);
    const outcomes = planned.map((row) => ('contact' in row ? row.contact.number : row.refusal));
    expect(outcomes).toEqual([
      '5511987654321',
      '5551991234567',
      '5521998887777',
      'repeated',
      'lost',
      'name',
      'number',
      'email',
      '5541999990000',
      '551133334444',
    ]);
  });

  it.each([
    ['semicolons', 'Nome;Número\r\nJosé;1\r\n'],
    ['commas', 'Nome,Número\nJosé,1'],
    ['tabs', 'Nome\tNúmero\nJosé\t1\n\n'],
    ['quotes', '"Nome";"Número"\n"José";"1"\n'],
    ['a mark of its encoding', '\uFEFFNome;Número\nJosé;1\n'],
  ])('reads a delimited text file with %s', async (_what, text) => {
    expect(await read(text)).toEqual({ columns: ['Nome', 'Número'], rows: [['José', '1']], lines: [2] });
  });

  it('reads cells that hold delimiters, line breaks and quotes', async () => {
    const { rows } = await read('a;b\n"x;""y""\nz";2\n');
    expect(rows).toEqual([['x;"y"\nz', '2']]);
  });

  it('reads Latin-1 and UTF-16', async () => {
    const text = 'Nome,Número\nConceição,1\n';
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le')])
      expect((await read(bytes)).rows).toEqual([['Conceição', '1']]);
  });

  it("S-32: takes a formula's stored result and does not evaluate it", async () => {
    const sheet = sheetOf([
      ['Nome', 'Número'],
      ['Ana', '1'],
    ]);
    sheet.A2 = { t: 's', v: 'from the cache', f: 'WEBSERVICE("http://127.0.0.1:9/")' };
    sheet.B2 = { t: 'n', f: '1+1' };
    expect((await read(bookOf(sheet))).rows).toEqual([['from the cache', '']]);
  });

  it('gives only the first of merged cells the value', async () => {
    const sheet = sheetOf([
      ['Nome', 'Número'],
      ['Ana', '1'],
      ['', '2'],
    ]);
    sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
    expect((await read(bookOf(sheet))).rows).toEqual([
      ['Ana', '1'],
      ['', '2'],
    ]);
  });

  it('S-32: reads the cells that a sheet has, not the range that it declares', async () => {
    const parts = await inflateArchive(bookOf(sheetOf([['Nome'], ['Ana']])), 1_000_000, () => true);
    const claiming = [...parts].map(([name, bytes]) => ({
      name,
      bytes: Buffer.from(bytes.toString().replace('ref="A1:A2"', 'ref="A1:XFD1048576"')),
    }));
    expect(claiming.some(({ bytes }) => bytes.includes('XFD1048576'))).toBe(true);
    const begun = performance.now();
    expect((await readInThread(archiveOf(claiming), MAX_ROWS)).rows).toEqual([['Ana']]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('S-31, S-32: leaves every prototype unchanged, whatever the names of sheets, cells and comments', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const sheet = sheetOf([
      ['__proto__', 'constructor'],
      ['Ana', 'polluted'],
    ]);
    sheet.A2 = { t: 's', v: 'Ana', c: [{ a: '__proto__', t: 'polluted' }] };
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, '__proto__');
    const named = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
    // A comment on a cell of this name is the attack that the published fix prevents.
    const parts = [...(await inflateArchive(named, 1_000_000, () => true))].map(([name, bytes]) => ({
      name,
      bytes: Buffer.from(bytes.toString().replaceAll('ref="A2"', 'ref="__proto__"')),
    }));
    expect((await read(archiveOf(parts))).rows).toEqual([['Ana', 'polluted']]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Reflect.get({}, 't')).toBeUndefined();
  });

  it.each<[what: string, problem: string, bytes: () => Buffer | string]>([
    ['nothing at all', 'empty', () => ''],
    ['headings alone', 'empty', () => 'Nome;Número\n'],
    ['a workbook without cells', 'empty', () => bookOf(sheetOf([]))],
    ['a picture by another name', 'unreadable', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
    ['a web page', 'unreadable', () => '<html><table><tr><td>Nome</td></tr></table></html>'],
    [
      'an archive of something else',
      'unreadable',
      () => archiveOf([{ name: 'a.xml', bytes: Buffer.from('<a/>') }]),
    ],
    ['half an archive', 'unreadable', () => bookOf(sheetOf([['a'], ['b']])).subarray(0, 900)],
    [
      'the head of an old workbook',
      'unreadable',
      () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]),
    ],
    [
      '300 columns',
      'too-many-columns',
      () => `${Array.from({ length: 300 }, (_none, at) => `c${at}`).join(';')}\n1\n`,
    ],
    [
      '300 columns of a workbook',
      'too-many-columns',
      () => bookOf(sheetOf([Array.from({ length: 300 }, String), ['1']])),
    ],
    ['a row too many', 'too-many-rows', () => `Nome\n${'Ana\n'.repeat(MAX_ROWS + 1)}`],
    [
      'a row too many of a workbook',
      'too-many-rows',
      () => bookOf(sheetOf([['Nome'], ...Array.from({ length: MAX_ROWS + 1 }, () => ['Ana'])])),
    ],
  ])('refuses %s', async (_what, problem, bytes) => {
    expect(await problemOf(read(bytes()))).toBe(problem);
  });
});

describe('S-32: a zip bomb', () => {
  const bomb = (saysBytes?: number): Buffer =>
    archiveOf([
      { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') },
      {
        name: 'xl/workbook.xml',
        bytes: Buffer.alloc(400 * 1024 * 1024, 'a'),
        ...(saysBytes === undefined ? {} : { saysBytes }),
      },
    ]);

  it.each([
    ['says how large it is', 'too-large', undefined],
    ['says that it is small', 'unreadable', 10],
  ])('a bomb that %s uses neither much memory nor much time', async (_what, problem, saysBytes) => {
    const bytes = bomb(saysBytes);
    const before = process.memoryUsage().rss;
    const begun = performance.now();
    expect(await problemOf(read(bytes))).toBe(problem);
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('is counted over all files of the archive', async () => {
    const files = Array.from({ length: 20 }, (_none, at) => ({
      name: `${at}.xml`,
      bytes: Buffer.alloc(1000, 'a'),
    }));
    expect((await inflateArchive(archiveOf(files), 20_000, () => true)).size).toBe(20);
    expect(await problemOf(inflateArchive(archiveOf(files), 19_999, () => true))).toBe('too-large');
  });
});

it('S-33: a written text is read back as text, whatever its first character', async () => {
  const rows = [
    ['Nome', 'Número'],
    ['=1+1', '5511999998888'],
    ['+SUM(A1)', '@x'],
    ['-2', '\t=3'],
  ];
  const bytes = Buffer.from(await writeSpreadsheet('Contatos', rows));
  expect(await read(bytes)).toMatchObject({ columns: rows[0], rows: [rows[1], rows[2], ['-2', '=3']] });
  const sheet = [...(await inflateArchive(bytes, 1_000_000, (name) => name.includes('worksheets'))).values()];
  expect(Buffer.concat(sheet).toString()).not.toContain('<f>');
});
