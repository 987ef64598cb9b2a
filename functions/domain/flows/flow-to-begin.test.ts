import { phraseOf } from '@prosa/tests/support/flows.ts';
import { expect, it } from 'vitest';
import { flowsOfPhrases } from './flow-to-begin.ts';

it('a phrase is found in a text whatever its case, accents and punctuation, or is the whole text', () => {
  const phrases = [
    phraseOf('promoção de verão', { id: 1, flowId: 10 }),
    phraseOf('promoção', { id: 2, flowId: 20 }),
    phraseOf('Oi', { id: 3, flowId: 30, match: 'exact' }),
    phraseOf('🔥', { id: 4, flowId: 40 }),
    phraseOf('desligada', { id: 5, flowId: 50, status: false }),
    phraseOf('só na dois', { id: 6, flowId: 60, connectionId: 2 }),
    phraseOf('oi', { id: 7, flowId: 30 }),
  ];
  const found = (...texts: string[]) => flowsOfPhrases(phrases, texts, 1);
  expect(found('Quero a PROMOCAO DE VERAO, por favor')).toEqual([10, 20]);
  expect(found('boa tarde', 'promoção?')).toEqual([20]);
  expect(found('oi!')).toEqual([30]);
  expect(found('oi, tudo bem?')).toEqual([30]);
  expect(found('comprei dois oitavos')).toEqual([]);
  expect(found('Tem promoçãozinha?')).toEqual([20]);
  expect(found('autopromoção')).toEqual([]);
  expect(found('🔥🔥')).toEqual([40]);
  expect(found('desligada')).toEqual([]);
  expect(found('só na dois')).toEqual([]);
  expect(flowsOfPhrases(phrases, ['só na dois'], 2)).toEqual([60]);
  expect(flowsOfPhrases([phraseOf('  ', { match: 'exact' })], [' '], 1)).toEqual([]);
});
