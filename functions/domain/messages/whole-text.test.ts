import { expect, it } from 'vitest';
import { isWholeText } from './whole-text.ts';

it.each([
  ['a greeting', 'oi'],
  ['a greeting with an emoji', 'Bom dia 😊'],
  ['a question', 'Vocês entregam hoje?'],
  ['a sentence', 'Queria saber um preço.'],
  ['an exclamation', 'Socorro!!'],
  ['a question with an emoji and a space', 'Quanto custa? 🙏🏽 '],
  ['a sentence in brackets', '(É para hoje.)'],
  ['a text of eighty characters', 'a'.repeat(80)],
])('is whole: %s', (_what, text) => {
  expect(isWholeText(text)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['spaces', ' '.repeat(100)],
  ['a few words', 'queria saber um preço'],
  ['a greeting that goes on', 'Oi, queria saber'],
  ['a text that goes on', 'então...'],
  ['a text with an ellipsis', 'então…'],
  ['a comma', 'Bom dia, preciso de ajuda,'],
  ['a number', '1'],
  ['a mark alone', '?'],
  ['an emoji', '👍'],
  ['a text of 79 characters', 'a'.repeat(79)],
])('may go on: %s', (_what, text) => {
  expect(isWholeText(text)).toBe(false);
});
