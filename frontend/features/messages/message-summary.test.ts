import { describe, expect, it } from 'vitest';
import { summaryOf } from './message-summary.ts';

const word = (kind: string) => `<${kind}>`;

describe('summaryOf', () => {
  it('returns text unchanged', () => {
    expect(summaryOf({ body: 'Olá', mediaType: 'extendedTextMessage' }, word)).toBe('Olá');
  });

  it("names a file's kind and adds its caption", () => {
    expect(summaryOf({ body: '', mediaType: 'image' }, word)).toBe('<image>');
    expect(summaryOf({ body: 'Nota', mediaType: 'image' }, word)).toBe('<image>: Nota');
    expect(summaryOf({ body: 'a.pdf', mediaType: 'application' }, word)).toBe('<document>: a.pdf');
  });

  it('names polls and events with the first line of their text', () => {
    const body = '*Qual horário?*\n[ 1 ] Manhã';
    expect(summaryOf({ body, mediaType: 'pollCreationMessageV3' }, word)).toBe('<poll>: *Qual horário?*');
    expect(summaryOf({ body: 'Festa\nna praça', mediaType: 'eventMessage' }, word)).toBe('<event>: Festa');
    expect(summaryOf({ body: 'Quero', mediaType: 'adMetaPreview' }, word)).toBe('<ad>: Quero');
  });

  it("omits a body that is not readable text: a card's source, a position, a voice note's file name", () => {
    for (const [mediaType, kind] of [
      ['contactMessage', 'contact'],
      ['locationMessage', 'location'],
      ['audio', 'audio'],
      ['stickerMessage', 'sticker'],
      ['unsupported', 'other'],
    ] as const)
      expect(summaryOf({ body: 'BEGIN:VCARD', mediaType }, word)).toBe(`<${kind}>`);
  });
});
