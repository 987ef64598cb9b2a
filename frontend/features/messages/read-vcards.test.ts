import { describe, expect, it } from 'vitest';
import { readVcards } from './read-vcards.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');

describe('readVcards', () => {
  it("prefers WhatsApp's own number over the typed number", () => {
    expect(readVcards(card('FN:Maria', 'TEL;type=CELL;waid=5511987654321:+55 11 8765-4321'))).toEqual([
      { name: 'Maria', numbers: ['5511987654321'] },
    ]);
  });

  it('reads several contacts with several numbers', () => {
    const text = `${card('FN:Ana', 'TEL:+55 11 1111-1111', 'TEL:+55 11 2222-2222')}\n${card('FN:Zé')}`;
    expect(readVcards(text)).toEqual([
      { name: 'Ana', numbers: ['551111111111', '551122222222'] },
      { name: 'Zé', numbers: [] },
    ]);
  });

  it('unfolds lines, unescapes values and reads grouped properties', () => {
    const text = card('FN:Silva\\, Ana\\;', ' Paula', 'item1.TEL:0800 123');
    expect(readVcards(text)).toEqual([{ name: 'Silva, Ana;Paula', numbers: ['0800123'] }]);
  });

  it('returns no contact for other text', () => {
    expect(readVcards('FN:Maria')).toEqual([]);
    expect(readVcards('')).toEqual([]);
  });
});
