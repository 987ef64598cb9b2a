import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideNumbersOf, hidesNumbers, maskFor, maskNumber, nameBesideNumber } from './hide-numbers.ts';

const NUMBER = '5561973658214';
const HIDDEN = '9736582';
const mask = hideNumbersOf({ number: NUMBER });
/** Whether a text contains hidden digits, in any grouping. */
const tells = (text: string, digits: string): boolean =>
  new RegExp([...digits].join('[^\\p{L}\\p{N}]{0,3}'), 'u').test(text);

describe('S-58 hiding numbers', () => {
  it('keeps the prefix and the last two digits', () => {
    expect(maskNumber('5511988887777')).toBe('5511*******77');
    expect(maskNumber('123456')).toBe('******');
    expect(maskNumber('')).toBe('');
  });

  it.each([
    ['5561973658214', '5561*******14'],
    ['me chama no +55 (61) 97365-8214!', 'me chama no +55 (61) *****-**14!'],
    ['97365-8214', '*****-**14'],
    ['7365.8214', '****.**14'],
    ['556173658214', '5561******14'],
    ['wa.me/5561973658214?text=oi', 'wa.me/5561*******14?text=oi'],
    ['cortado: 5561973', 'cortado: 5561***'],
    ['pedido 20261122-0001, R$ 1.250,00', 'pedido 20261122-0001, R$ 1.250,00'],
    ['@5521988887777 veja', '@5521*******77 veja'],
  ])('masks numbers in a text: %s', (text, shown) => expect(mask.text(text)).toBe(shown));

  it('masks any number in a name', () => {
    expect(mask.name('Ana 2024')).toBe('Ana 2024');
    expect(mask.name('+55 61 97365-8214')).toBe('+55 61 *****-**14');
    expect(mask.name('+351 912 345 678')).toBe('+351 9** *** *78');
  });

  it('masks numbers in contact cards, also in truncated ones', () => {
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Zé\nTEL;type=CELL;waid=5521988887777:+55 21 98888';
    expect(tells(mask.body(card, 'contactMessage'), '98888')).toBe(false);
    expect(mask.body(card, 'extendedTextMessage')).toBe(card);
    expect(mask.preview('👤 5521988887777')).toBe('👤 5521*******77');
    const data = { name: '5521988887777', contacts: [{ name: 'Zé', vcard: card }] };
    expect(tells(JSON.stringify(mask.data(data, 'contactMessage')), '98888')).toBe(false);
  });

  it('masks a number in any spelling, anywhere in a text', () => {
    const mark = fc.constantFrom('', ' ', '-', '.', ') ', '\u00a0', '\u2011', '\u200b');
    const spelled = fc
      .array(mark, { minLength: NUMBER.length, maxLength: NUMBER.length })
      .map((marks) => [...NUMBER].map((digit, index) => digit + marks[index]).join(''));
    const around = fc.stringMatching(/^[a-z ,:;!\n]{0,12}$/);
    fc.assert(
      fc.property(around, spelled, around, fc.nat(8), (before, number, after, cut) => {
        const text = `${before}${number.slice(0, number.length - cut)}${after}`;
        for (const shown of [mask.text(text), mask.name(text), mask.body(text, 'contactMessage')]) {
          expect(tells(shown, HIDDEN)).toBe(false);
          expect(tells(shown, HIDDEN.slice(0, 3)), shown).toBe(false);
          expect(shown).toHaveLength(text.length);
        }
      }),
    );
  });

  it('applies to attendants of companies that enable it', () => {
    const on = { enableLGPD: true, lgpdHideNumber: true };
    expect(hidesNumbers(on, { profile: 'user', super: false })).toBe(true);
    expect(hidesNumbers(on, { profile: 'admin', super: false })).toBe(false);
    expect(hidesNumbers({ ...on, enableLGPD: false }, { profile: 'user', super: false })).toBe(false);
    expect(hidesNumbers({ ...on, lgpdHideNumber: false }, { profile: 'user', super: false })).toBe(false);
    expect(maskFor({}, { number: NUMBER }).text(NUMBER)).toBe(NUMBER);
  });

  it('does not mask the ids of groups, because they are not phone numbers', () => {
    const group = { number: '120363041234567890', isGroup: true };
    const mask = maskFor({ maskNumbers: true }, group, { number: NUMBER });
    expect([mask.number(group.number), mask.name(group.number)]).toEqual([group.number, group.number]);
    expect(mask.number(NUMBER)).toContain('*');
    expect(mask.text(NUMBER)).toContain('*');
  });

  it('detects a contact whose name is only a number', () => {
    expect(nameBesideNumber({ name: 'Ana', number: NUMBER })).toBe('Ana');
    expect(nameBesideNumber({ name: '+55 61 97365-8214', number: NUMBER })).toBe('');
    expect(nameBesideNumber({ name: `Ana  (${NUMBER}`, number: NUMBER })).toBe('Ana');
    expect(nameBesideNumber({ name: '2024', number: NUMBER })).toBe('2024');
    const lid = { kind: 'lid' as const, value: '998877' };
    expect(nameBesideNumber({ name: '998877', number: '', identities: [lid] })).toBe('');
  });
});
