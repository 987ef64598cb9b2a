import { guessColumns } from '@prosa/shared/rules/import-columns.ts';
import { guardCell, unguardCell } from '@prosa/shared/rules/spreadsheet-cell.ts';
import { describe, expect, it } from 'vitest';
import { choiceOf, missingFrom, rangesOf, refusedRows, takenBy } from './import-choice.ts';

describe('spreadsheet import choice', () => {
  it('assigns a column to only one field', () => {
    expect(takenBy({ name: 0 }, 'number', 0)).toBe('name');
    expect(takenBy({ name: 0 }, 'name', 0)).toBeUndefined();
    expect(takenBy({ name: 0 }, 'number', 1)).toBeUndefined();
  });

  it('keeps only the columns of the offered fields', () => {
    expect(choiceOf(['name', 'number'], { name: 0, tags: 2 })).toEqual({ name: 0 });
  });

  it('reports first a missing number, then a missing name, then missing rows', () => {
    expect(missingFrom({}, 0)).toBe('number');
    expect(missingFrom({ number: 1 }, 0)).toBe('name');
    expect(missingFrom({ number: 1, name: 0 }, 0)).toBe('rows');
    expect(missingFrom({ number: 1, name: 0 }, 1)).toBeUndefined();
  });

  it('lists the selected rows as ranges', () => {
    expect(rangesOf(5, new Set())).toEqual([{ first: 0, last: 4 }]);
    expect(rangesOf(5, new Set([4, 0, 2]))).toEqual([
      { first: 1, last: 1 },
      { first: 3, last: 3 },
    ]);
    expect(rangesOf(2, new Set([0, 1]))).toEqual([]);
  });

  it('returns the rows that will not be imported, with the reasons', () => {
    const rows = [
      ['Ana', '5511970001001'],
      ['', '5511970001002'],
      ['Bia', '5,51199E+12'],
      ['Caio', '5511970001001'],
      ['Duda', '123'],
    ];
    expect([...refusedRows(rows, { name: 0, number: 1 }, new Set())]).toEqual([
      [1, 'name'],
      [2, 'lost'],
      [3, 'repeated'],
      [4, 'number'],
    ]);
    // Without the first row, its number is not repeated.
    expect([...refusedRows(rows, { name: 0, number: 1 }, new Set([0, 1, 2, 4]))]).toEqual([]);
    expect(refusedRows(rows, { name: 0 }, new Set()).size).toBe(0);
  });

  it('is guessed from the headings: the first match of each kind', () => {
    expect(guessColumns(['ID', 'Telefone', 'NOME', 'E-mail', 'Etiquetas', 'Name'])).toEqual({
      number: 1,
      name: 2,
      email: 3,
      tags: 4,
    });
    expect(guessColumns(['a', ''])).toEqual({});
  });

  it.each(['=1+1', '+55 21', '-3', '@x', '\tx', 'Ana', "'a"])('S-33: %j is restored unchanged', (cell) => {
    expect(unguardCell(guardCell(cell))).toBe(cell);
    expect(guardCell(cell)).not.toMatch(/^[=+\-@\t\r]/);
  });
});
