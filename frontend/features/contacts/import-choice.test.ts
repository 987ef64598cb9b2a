import { guessColumns } from '@prosa/shared/rules/import-columns.ts';
import { guardCell, unguardCell } from '@prosa/shared/rules/spreadsheet-cell.ts';
import { describe, expect, it } from 'vitest';
import { missingFrom, rangesOf, takenBy } from './import-choice.ts';

describe('what is chosen of a spreadsheet', () => {
  it('has a column for one field only', () => {
    expect(takenBy({ name: 0 }, 'number', 0)).toBe('name');
    expect(takenBy({ name: 0 }, 'name', 0)).toBeUndefined();
    expect(takenBy({ name: 0 }, 'number', 1)).toBeUndefined();
  });

  it('lacks the number first, then the name, then rows', () => {
    expect(missingFrom({}, 0)).toBe('number');
    expect(missingFrom({ number: 1 }, 0)).toBe('name');
    expect(missingFrom({ number: 1, name: 0 }, 0)).toBe('rows');
    expect(missingFrom({ number: 1, name: 0 }, 1)).toBeUndefined();
  });

  it('tells the rows that stay as stretches', () => {
    expect(rangesOf(5, new Set())).toEqual([{ first: 0, last: 4 }]);
    expect(rangesOf(5, new Set([4, 0, 2]))).toEqual([
      { first: 1, last: 1 },
      { first: 3, last: 3 },
    ]);
    expect(rangesOf(2, new Set([0, 1]))).toEqual([]);
  });

  it('is guessed by the headings, the first of each kind', () => {
    expect(guessColumns(['ID', 'Telefone', 'NOME', 'E-mail', 'Etiquetas', 'Name'])).toEqual({
      number: 1,
      name: 2,
      email: 3,
      tags: 4,
    });
    expect(guessColumns(['a', ''])).toEqual({});
  });

  it.each(['=1+1', '+55 21', '-3', '@x', '\tx', 'Ana', "'a"])('S-33: %j comes back as it was', (cell) => {
    expect(unguardCell(guardCell(cell))).toBe(cell);
    expect(guardCell(cell)).not.toMatch(/^[=+\-@\t\r]/);
  });
});
