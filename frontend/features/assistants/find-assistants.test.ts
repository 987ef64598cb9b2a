import { describe, expect, it } from 'vitest';
import { findAssistants } from './find-assistants.ts';

const ALL = [
  { id: 1, name: 'Atendente de promoções', model: 'gpt-4o-mini', queue: { name: 'Vendas' } },
  { id: 2, name: 'Recepção', model: 'llama-3.3-70b', queue: null },
];
const idsFor = (words: string) => findAssistants(ALL, words).map(({ id }) => id);

describe('the search for assistants', () => {
  it.each([
    ['no words', ' ', [1, 2]],
    ['a name without its accents', 'promocoes', [1]],
    ['a model', 'LLAMA', [2]],
    ['a queue', 'vend', [1]],
    ['something else', 'xyz', []],
  ])('finds by %s', (_what, words, found) => {
    expect(idsFor(words)).toEqual(found);
  });
});
