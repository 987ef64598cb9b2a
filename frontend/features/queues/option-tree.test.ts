import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import { OPTION_DEPTH_MAX } from '@prosa/shared/rules/option-tree.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  above,
  copyOption,
  hasRoom,
  mayMove,
  moveOption,
  newOption,
  openRows,
  patchOption,
  problemsOf,
  removeOption,
  rowsOf,
  rowsWith,
  STEPS,
  stepPlace,
  type Tree,
} from './option-tree.ts';

const option = (id: string, options: ChatbotOption[] = [], fields: Partial<ChatbotOption> = {}) => ({
  ...newOption(id),
  name: `Opção ${id}`,
  options,
  ...fields,
});
/** Formats a tree as an outline: `a(b c(d)) e`. */
const outline = (tree: Tree): string =>
  tree.map(({ id, options }) => (options.length === 0 ? id : `${id}(${outline(options)})`)).join(' ');
const tree: Tree = [option('a', [option('b'), option('c', [option('d')])]), option('e')];

describe('option tree', () => {
  it('lists visible rows with their numbers, without closed branches', () => {
    const rows = rowsOf(tree);
    expect(rows.map(({ number }) => number)).toEqual(['1', '1.1', '1.2', '1.2.1', '2']);
    expect(openRows(rows, new Set(['c'])).map(({ option: { id } }) => id)).toEqual(['a', 'b', 'c', 'e']);
    expect(openRows(rows, new Set(['a'])).map(({ option: { id } }) => id)).toEqual(['a', 'e']);
    expect(above(rows, 'd')).toEqual(['c', 'a']);
  });

  it('is searched by name and message without accents, and results include their ancestors', () => {
    const rows = rowsOf(patchOption(tree, 'd', { greetingMessage: 'Ligação gratuita' }));
    const { rows: shown, found } = rowsWith(rows, ' LIGACAO');
    expect(shown.map(({ option: { id } }) => id)).toEqual(['a', 'c', 'd']);
    expect([...found]).toEqual(['d']);
    expect(rowsWith(rows, 'nada').rows).toEqual([]);
  });

  it("changes one option and keeps the other branches' identity", () => {
    const changed = patchOption(tree, 'd', { name: 'Outra' });
    expect(changed[0]?.options[1]?.options[0]?.name).toBe('Outra');
    expect(changed[1]).toBe(tree[1]);
    expect(changed[0]?.options[0]).toBe(tree[0]?.options[0]);
    expect(outline(removeOption(tree, 'c'))).toBe('a(b) e');
  });

  it.each([
    ['b', { parentId: null, index: 0 }, 'b a(c(d)) e'],
    ['b', { parentId: 'a', index: 2 }, 'a(c(d) b) e'],
    ['a', { parentId: null, index: 2 }, 'e a(b c(d))'],
    ['e', { parentId: 'd', index: 0 }, 'a(b c(d(e)))'],
    // Not possible: below itself, or to its own position.
    ['a', { parentId: 'd', index: 0 }, 'a(b c(d)) e'],
    ['b', { parentId: 'a', index: 1 }, 'a(b c(d)) e'],
    ['x', { parentId: null, index: 0 }, 'a(b c(d)) e'],
  ] as const)('moves %s to %j', (id, to, expected) => {
    expect(outline(moveOption(tree, id, to))).toBe(expected);
  });

  it.each([
    ['c', 'up', 'a(c(d) b) e'],
    ['b', 'down', 'a(c(d) b) e'],
    ['c', 'in', 'a(b(c(d))) e'],
    ['e', 'in', 'a(b c(d) e)'],
    ['d', 'out', 'a(b c d) e'],
    ['c', 'out', 'a(b) c(d) e'],
  ] as const)('lets %s step %s', (id, step, expected) => {
    const place = stepPlace(tree, id, step);
    expect(place && outline(moveOption(tree, id, place))).toBe(expected);
  });

  it('refuses a step beyond the edges, below an option that offers none, or too deep', () => {
    for (const [id, step] of [
      ['a', 'up'],
      ['e', 'down'],
      ['b', 'in'],
      ['a', 'out'],
      ['x', 'up'],
    ] as const)
      expect(stepPlace(tree, id, step)).toBeUndefined();
    const leading = patchOption(tree, 'a', { queueType: 'queue' });
    expect(mayMove(leading, 'e', { parentId: 'a' })).toBe(false);
    const chain = (depth: number): ChatbotOption =>
      option(`n${depth}`, depth < OPTION_DEPTH_MAX ? [chain(depth + 1)] : []);
    const deep: Tree = [chain(1), option('z')];
    expect(mayMove(deep, 'z', { parentId: `n${OPTION_DEPTH_MAX}` })).toBe(false);
    expect(mayMove(deep, 'z', { parentId: `n${OPTION_DEPTH_MAX - 1}` })).toBe(true);
    expect(mayMove(deep, 'n2', { parentId: 'z' })).toBe(true);
    expect(mayMove(deep, 'n1', { parentId: 'z' })).toBe(false);
  });

  it('copies a branch with new ids, and limits the number of options', () => {
    let made = 0;
    const copy = copyOption(tree[0] ?? option('?'), () => `new${++made}`);
    expect(outline([copy])).toBe('new1(new2 new3(new4))');
    const full = Array.from({ length: 199 }, (_none, n) => option(String(n)));
    expect([hasRoom(full, 1), hasRoom(full, 2)]).toEqual([true, false]);
  });

  it('finds the invalid options in a form’s errors', () => {
    const errors = [
      { options: [undefined, { options: [{ name: { message: 'curto' } }], name: { message: 'x' } }] },
    ];
    expect([...problemsOf(tree, errors)]).toEqual([
      ['c', { name: 'x' }],
      ['d', { name: 'curto' }],
    ]);
    expect(problemsOf(tree, undefined).size).toBe(0);
  });

  it('loses and duplicates no option in any sequence of moves', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const move = fc.record({
      id: fc.constantFrom(...ids),
      parentId: fc.constantFrom(null, ...ids),
      index: fc.nat(4),
      step: fc.constantFrom(...STEPS),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
        let now = tree;
        for (const { id, parentId, index, step } of moves) {
          now = moveOption(now, id, { parentId, index });
          const place = stepPlace(now, id, step);
          if (place !== undefined) {
            const next = moveOption(now, id, place);
            expect(outline(next)).not.toBe(outline(now));
            now = next;
          }
        }
        expect(
          rowsOf(now)
            .map(({ option: own }) => own.id)
            .sort(),
        ).toEqual(ids);
      }),
    );
  });
});
