import { expect, it } from 'vitest';
import { itemMatches } from './item-matches.ts';

const ITEM = { name: 'José Álvares', number: '5511987654321', email: 'Ze@Example.com' };

it.each([
  '',
  '  ',
  'jose',
  'ALVARES',
  'José Á',
  'ze@example',
  '98765',
  '+55 (11) 98765-4321',
  '551187654321',
])('%j finds a person by name, number or e-mail', (search) => {
  expect(itemMatches(ITEM, search)).toBe(true);
});

it.each(['maria', 'josé silva', '98766', 'ze@other', '+', '()'])('%j does not', (search) => {
  expect(itemMatches(ITEM, search)).toBe(false);
});

it('digits beside letters are no number', () => {
  expect(itemMatches(ITEM, 'sala 98765')).toBe(false);
});
