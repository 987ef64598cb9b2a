import { describe, expect, it } from 'vitest';
import { EXAMPLE } from './example-flow.ts';
import { emptyNode, OFFERED } from './new-nodes.ts';
import { findNodes } from './node-texts.ts';

const find = (words: string) =>
  findNodes(EXAMPLE.nodes, words, (type) => (type === 'ticket' ? 'Ticket' : type));

describe('the search for nodes', () => {
  it.each([
    ['part of a text, without accents', 'voce QUAL', []],
    ['words in any order', 'cep qual', ['ask']],
    ['an option', 'comprar', ['menu']],
    ['the type', 'ticket vendas', ['queue']],
    ['nothing', '  ', []],
  ])('finds by %s', (_what, words, found) => {
    expect(find(words)).toEqual(found);
  });

  it.each(OFFERED)('takes a new %s', (type) => {
    expect(findNodes([emptyNode(type, 'n', { x: 0, y: 0 })], 'xyz', () => type)).toEqual([]);
  });
});
