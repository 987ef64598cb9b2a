import type { FlowPhraseView } from '@prosa/shared/contracts/flow-phrases.ts';
import { describe, expect, it } from 'vitest';
import { findPhrases } from './find-phrases.ts';

const AT = '2026-11-20T12:00:00.000Z';
const phrase = (id: number, fields: Partial<FlowPhraseView>): FlowPhraseView => ({
  id,
  name: 'Promoção',
  flowId: 1,
  flow: { id: 1, name: 'Boas-vindas' },
  whatsappId: null,
  whatsapp: null,
  phrase: 'quero',
  match: 'contains',
  status: true,
  companyId: 1,
  createdAt: AT,
  updatedAt: AT,
  version: 1,
  ...fields,
});
const ALL = [phrase(1, {}), phrase(2, { name: 'Natal', phrase: 'presente', flow: null })];
const ids = (words: string) => findPhrases(ALL, words).map(({ id }) => id);

describe('the search for phrases', () => {
  it.each([
    ['no words', ' ', [1, 2]],
    ['a name without its accents', 'promocao', [1]],
    ['a phrase', 'PRESENTE', [2]],
    ['a flow', 'boas', [1]],
    ['something else', 'xyz', []],
  ])('finds by %s', (_what, words, found) => {
    expect(ids(words)).toEqual(found);
  });
});
