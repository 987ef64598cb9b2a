import { describe, expect, it } from 'vitest';
import { contactTokens, numberEnd } from './contact-tokens.ts';
import { messageWords, WORDS_PER_MESSAGE, wordsOf } from './message-words.ts';

describe('contactTokens', () => {
  const found = (contact: Parameters<typeof contactTokens>[0], text: string) =>
    contactTokens(contact).some((token) => token.startsWith(text));
  const maria = { name: 'Maria José Ñuñez-Prado', number: '5511987654321', isGroup: false };

  it.each([
    'maria',
    'aria',
    'jose',
    'nunez',
    'nez',
    'prado',
    'do',
    '5511',
    '11987654321',
    '87654321',
    '4321',
  ])('finds a contact by %s', (text) => expect(found(maria, text)).toBe(true));

  it.each([
    '5511987654321',
    '551198',
    '11987654321',
    '1198',
    '987654321',
    '98',
    '87654321',
    '7654321',
    '654321',
    '54321',
    '4321',
    '1987654321',
  ])('finds a contact by %s of its number 5511987654321', (text) => {
    const end = numberEnd(text);
    const tokens = contactTokens({ name: '', number: '5511987654321', isGroup: false });
    expect(found(maria, text) || (end !== undefined && tokens.includes(end))).toBe(true);
  });

  it.each([
    [
      'a Brazilian mobile number',
      '5511987654321',
      ['5511987654321', '11987654321', '987654321', '87654321', '4321'],
    ],
    ['one without the ninth digit', '551187654321', ['551187654321', '1187654321', '87654321', '4321']],
    ['a Portuguese number', '351912345678', ['351912345678', '912345678', '12345678', '5678']],
    ['a number of the United States', '12025550123', ['12025550123', '2025550123', '25550123', '0123']],
    ['a short number', '4321', ['4321']],
  ])('has few tokens of %s', (_what, number, tokens) =>
    expect(contactTokens({ name: '', number, isGroup: false })).toEqual(tokens),
  );

  it('has no more tokens for a name that is the number', () => {
    const number = '5511987654321';
    expect(contactTokens({ name: number, number, isGroup: false })).toEqual(
      contactTokens({ name: '', number, isGroup: false }),
    );
  });

  it.each([
    ['12345678901', '45678901'],
    ['123456789', '23456789'],
    ['1234567', '4567'],
    ['12345', '2345'],
  ])('looks up the number that ends with %s under %s', (digits, end) => expect(numberEnd(digits)).toBe(end));

  it.each(['12345678', '1234', '123', '', 'ana 4', 'abcde'])('looks up only beginnings for "%s"', (text) =>
    expect(numberEnd(text)).toBeUndefined(),
  );

  it.each(['mariajose', '321', 'x', '99999'])('does not find a contact by %s', (text) =>
    expect(found(maria, text)).toBe(false),
  );

  it('does not contain a group’s id', () => {
    const group = { name: 'Obra', number: '120363041234567890', isGroup: true };
    expect(contactTokens(group)).toEqual(['obra', 'bra', 'ra']);
  });

  it('limits the number of tokens for any name', () => {
    const endless = {
      name: 'palavra-comprida '.repeat(40) + 'x'.repeat(5000),
      number: '5'.repeat(50),
      isGroup: false,
    };
    const tokens = contactTokens(endless);
    expect(tokens.length).toBeLessThanOrEqual(64);
    expect(Math.max(...tokens.map((token) => token.length))).toBeLessThanOrEqual(40);
    expect(contactTokens({ name: '👋', number: '', isGroup: false })).toEqual([]);
  });
});

describe('messageWords', () => {
  it('returns distinct words without stop words, case and accents', () => {
    expect(messageWords('A ENTREGA da entrega não saiu; você já viu o código 48213?')).toEqual([
      'entrega',
      'saiu',
      'viu',
      'codigo',
      '48213',
    ]);
    expect(messageWords('They would have shipped the package for you')).toEqual(['shipped', 'package']);
    expect(messageWords('Los paquetes del cliente también')).toEqual(['paquetes', 'cliente']);
  });

  it('limits the number of words', () => {
    const text = Array.from({ length: 500 }, (_none, at) => `palavra${at}`).join(' ');
    expect(messageWords(text)).toHaveLength(WORDS_PER_MESSAGE);
  });

  const said = { body: 'segredo', isDeleted: false, saidBy: '' };

  it('returns nothing for a deleted message', () => {
    expect(wordsOf({ ...said, isDeleted: true })).toEqual([]);
    expect(wordsOf(undefined)).toEqual([]);
    expect(wordsOf(said)).toEqual(['segredo']);
  });

  it('returns words of scheduled messages of users, and nothing of automatic texts', () => {
    expect(wordsOf({ ...said, saidBy: 'schedule' })).toEqual(['segredo']);
    expect(wordsOf({ ...said, saidBy: 'queue-menu' })).toEqual([]);
  });
});
