import type { OutboundContent } from '@prosa/shared/messaging/session-command.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { facebook } from './facebook/facebook.ts';
import { splitText } from './render-content.ts';
import { whatsapp } from './whatsapp/whatsapp.ts';
import { whatsappApi } from './whatsappapi/whatsapp-api.ts';

const row = (id: string, title: string, description = '') => ({ id, title, description });
const list: OutboundContent = {
  kind: 'list',
  title: 'Loja',
  text: 'Com quem quer falar?',
  footer: 'Até as 18h',
  button: 'Escolher',
  sections: [
    { title: 'Atendimento', rows: [row('1', 'Vendas'), row('2', 'Suporte', 'Problemas e dúvidas')] },
    { title: '', rows: [row('3', 'Financeiro')] },
  ],
};
const buttons: OutboundContent = {
  kind: 'buttons',
  text: 'Confirma?',
  footer: '',
  buttons: [
    { id: 's', title: 'Sim' },
    { id: 'n', title: 'Não' },
  ],
};
const location: OutboundContent = {
  kind: 'location',
  latitude: -23.5,
  longitude: -46.6,
  name: 'Loja Centro',
  address: 'Rua Direita, 1',
};
const poll: OutboundContent = {
  kind: 'poll',
  question: 'Qual horário?',
  options: ['Manhã', 'Tarde'],
  multiple: false,
};
const template: OutboundContent = {
  kind: 'template',
  name: 'pedido_pronto',
  language: 'pt_BR',
  parameters: ['Ana'],
  text: 'Ana, seu pedido está pronto.',
};

describe('a content on a channel that cannot show it', () => {
  it('goes as a text that says the same, its choices numbered across sections', () => {
    expect(whatsapp.render(list)).toEqual([
      {
        kind: 'text',
        text: [
          '*Loja*',
          'Com quem quer falar?',
          '*Atendimento*',
          '[ 1 ] Vendas',
          '[ 2 ] Suporte',
          'Problemas e dúvidas',
          '[ 3 ] Financeiro',
          'Até as 18h',
        ].join('\n'),
      },
    ]);
    expect(whatsapp.render(buttons)).toEqual([{ kind: 'text', text: 'Confirma?\n[ 1 ] Sim\n[ 2 ] Não' }]);
    expect(whatsapp.render(template)).toEqual([{ kind: 'text', text: 'Ana, seu pedido está pronto.' }]);
    expect(facebook.render(location)).toEqual([
      { kind: 'text', text: 'Loja Centro\nRua Direita, 1\nhttps://www.google.com/maps?q=-23.5,-46.6' },
    ]);
    expect(facebook.render(poll)).toEqual([
      { kind: 'text', text: '*Qual horário?*\n[ 1 ] Manhã\n[ 2 ] Tarde' },
    ]);
  });

  it('stays as it is where the channel shows it', () => {
    expect(whatsapp.render(location)).toEqual([location]);
    expect(whatsapp.render(poll)).toEqual([poll]);
    for (const content of [list, buttons, location, template])
      expect(whatsappApi.render(content)).toEqual([content]);
  });

  it('goes as text where it is more than the channel takes', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id }));
    expect(whatsappApi.render({ ...buttons, buttons: four })).toMatchObject([{ kind: 'text' }]);
    const long = [{ id: 'a', title: 'x'.repeat(21) }];
    expect(whatsappApi.render({ ...buttons, buttons: long })).toMatchObject([{ kind: 'text' }]);
    const rows = Array.from({ length: 11 }, (_none, n) => row(String(n), `Linha ${n}`));
    expect(whatsappApi.render({ ...list, sections: [{ title: '', rows }] })).toMatchObject([
      { kind: 'text' },
    ]);
  });
});

describe('what is too long for one message', () => {
  it('goes in parts that together say all of it, none over the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        (text, max) => {
          const parts = splitText(text, max);
          for (const part of parts) {
            expect(part.length).toBeLessThanOrEqual(max);
            expect(part.isWellFormed()).toBe(text.isWellFormed());
          }
          expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });

  it('is cut between words', () => {
    expect(splitText('um dois três quatro', 9)).toEqual(['um dois', 'três', 'quatro']);
  });

  it('a caption follows its file as text', () => {
    const file = {
      kind: 'image',
      key: 't/1/a',
      mimeType: 'image/png',
      fileName: 'a.png',
      voice: false,
    } as const;
    expect(facebook.render({ ...file, caption: 'Olha só' })).toEqual([
      file,
      { kind: 'text', text: 'Olha só' },
    ]);
    expect(whatsapp.render({ ...file, caption: 'Olha só' })).toEqual([{ ...file, caption: 'Olha só' }]);
  });
});
