import { describe, expect, it } from 'vitest';
import { matchesSearch } from './find-options.ts';

const TEXTS = ['Respostas automáticas', 'Pedir avaliação (NPS)', 'Ao resolver, o contato recebe a pergunta.'];

describe('the search for settings', () => {
  it('finds a setting by words of its label, help and section, without accents and case', () => {
    for (const search of ['avaliacao', 'NPS', 'pergunta', 'automaticas nps', 'aval', ''])
      expect(matchesSearch(search, TEXTS), search).toBe(true);
  });

  it('does not find a setting that lacks one of the words', () => {
    for (const search of ['fuso', 'nps fuso']) expect(matchesSearch(search, TEXTS), search).toBe(false);
  });
});
