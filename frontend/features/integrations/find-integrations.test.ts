import { describe, expect, it } from 'vitest';
import { findIntegrations } from './find-integrations.ts';

const ALL = [
  { id: 1, name: 'Robô de promoções', type: 'typebot', urlN8N: 'https://bot.example.com' },
  { id: 2, name: 'Estoque', type: 'n8n', urlN8N: 'https://n8n.example.com/webhook/estoque' },
] as const;
const idsFor = (words: string) => findIntegrations(ALL, words).map(({ id }) => id);

describe('the search for integrations', () => {
  it.each([
    ['no words', ' ', [1, 2]],
    ['a name without its accents', 'promocoes', [1]],
    ['a type', 'TypeBot', [1]],
    ['a part of an address', 'webhook/est', [2]],
    ['something else', 'xyz', []],
  ])('finds by %s', (_what, words, found) => {
    expect(idsFor(words)).toEqual(found);
  });
});
