import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('names a language with its region in the language of the user', () => {
  expect(languageName('pt_BR', 'pt')).toBe('Português (Brasil)');
  expect(languageName('pt_BR', 'en')).toBe('Brazilian Portuguese');
  expect(languageName('es', 'es')).toBe('Español');
});

it('returns a code that is no language tag unchanged', () => {
  expect(languageName('not a code', 'en')).toBe('not a code');
});
