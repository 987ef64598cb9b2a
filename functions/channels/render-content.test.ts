import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { Button } from '@prosa/shared/messaging/rich-content.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { facebook } from './facebook/facebook.ts';
import { instagram } from './instagram/instagram.ts';
import { splitText } from './render-content.ts';
import { whatsapp } from './whatsapp/whatsapp.ts';
import { whatsappApi } from './whatsappapi/whatsapp-api.ts';

const row = (id: string, title: string, description = '') => ({ id, title, description });
const list: Extract<OutboundContent, { kind: 'list' }> = {
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
const buttons: Extract<OutboundContent, { kind: 'buttons' }> = {
  kind: 'buttons',
  title: '',
  text: 'Confirma?',
  footer: '',
  buttons: [
    { action: 'reply', id: 's', title: 'Sim' },
    { action: 'reply', id: 'n', title: 'Não' },
  ],
};
const oneButton = (button: Button, image?: { key: string; mimeType: string; fileName: string }) =>
  ({
    kind: 'buttons',
    title: 'Pedido 12',
    text: 'Tudo pronto.',
    footer: '',
    buttons: [button],
    ...(image === undefined ? {} : { image }),
  }) as const satisfies OutboundContent;
const link = { action: 'url', title: 'Acompanhar', url: 'https://loja.example/12' } as const;
const code = { action: 'copy', title: 'Copiar', code: 'SOL10' } as const;
const phone = { action: 'call', title: 'Ligar', number: '+551133334444' } as const;
const pix: Extract<OutboundContent, { kind: 'pix' }> = {
  kind: 'pix',
  title: 'Pedido 12',
  amountCents: 123_456,
  keyType: 'CNPJ',
  pixKey: '11222333000181',
  merchantName: 'Loja Sol',
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
  headerName: '',
  headerValue: '',
  parameters: [{ name: '', value: 'Ana' }],
  buttonValues: [],
  header: '',
  text: 'Ana, seu pedido está pronto.',
  footer: '',
  buttons: [],
};

describe('a content on a channel that cannot show it', () => {
  it('is sent as an equivalent text, with choices numbered across sections', () => {
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

  it('is sent as text that names the purpose of its buttons, and the amount and recipient of a payment', () => {
    expect(whatsapp.render(oneButton(link))).toEqual([
      { kind: 'text', text: '*Pedido 12*\nTudo pronto.\nAcompanhar\nhttps://loja.example/12' },
    ]);
    for (const channel of [whatsapp, whatsappApi, facebook]) {
      expect(channel.render(oneButton(code))).toEqual([
        { kind: 'text', text: '*Pedido 12*\nTudo pronto.\nCopiar\nSOL10' },
      ]);
      expect(channel.render(oneButton(phone))).toEqual([
        { kind: 'text', text: '*Pedido 12*\nTudo pronto.\nLigar\n+551133334444' },
      ]);
      expect(channel.render(pix)).toEqual([
        { kind: 'text', text: '*Pedido 12*\nLoja Sol\nR$ 1.234,56\nPix (CNPJ): 11222333000181' },
      ]);
    }
    const free = { ...pix, amountCents: 0, keyType: 'EMAIL', pixKey: 'a@loja.example' } as const;
    expect(whatsapp.render(free)).toEqual([
      { kind: 'text', text: '*Pedido 12*\nLoja Sol\nPix: a@loja.example' },
    ]);
  });

  it('is sent as text below its picture', () => {
    const image = { key: 't/1/a', mimeType: 'image/png', fileName: 'a.png' };
    const text = '*Pedido 12*\nTudo pronto.\nAcompanhar\nhttps://loja.example/12';
    const file = { kind: 'image', ...image, voice: false };
    expect(whatsapp.render(oneButton(link, image))).toEqual([{ ...file, caption: text }]);
    expect(facebook.render(oneButton(link, image))).toEqual([file, { kind: 'text', text }]);
    const titled = { ...oneButton(link, image), title: '', text: '*Pedido 12*\nTudo pronto.' };
    expect(whatsappApi.render(oneButton(link, image))).toEqual([titled]);
  });

  it('is sent unchanged if the channel can show it', () => {
    expect(whatsapp.render(location)).toEqual([location]);
    expect(whatsapp.render(poll)).toEqual([poll]);
    for (const content of [list, buttons, oneButton(link), location, template])
      expect(whatsappApi.render(content)).toEqual([content]);
  });

  it("is sent as text if it exceeds the channel's limits", () => {
    const reply = (title: string) => ({ action: 'reply', id: title, title }) as const;
    const four = ['a', 'b', 'c', 'd'].map(reply);
    expect(whatsappApi.render({ ...buttons, buttons: four })).toMatchObject([{ kind: 'text' }]);
    const long = [reply('x'.repeat(21))];
    expect(whatsappApi.render({ ...buttons, buttons: long })).toMatchObject([{ kind: 'text' }]);
    const texts = [
      { ...list, button: 'x'.repeat(21) },
      { ...list, title: 'x'.repeat(61) },
      { ...list, sections: [{ title: 'x'.repeat(25), rows: [row('1', 'Vendas')] }] },
      { ...list, sections: [{ title: '', rows: [row('1', 'Vendas', 'x'.repeat(73))] }] },
      { ...buttons, text: 'x'.repeat(1025) },
      { ...buttons, buttons: [reply('Sim'), link] },
      { ...buttons, buttons: [link, link] },
    ];
    for (const content of texts) expect(whatsappApi.render(content)).toMatchObject([{ kind: 'text' }]);
    const rows = Array.from({ length: 11 }, (_none, n) => row(String(n), `Linha ${n}`));
    expect(whatsappApi.render({ ...list, sections: [{ title: '', rows }] })).toMatchObject([
      { kind: 'text' },
    ]);
  });
});

describe('buttons that a channel shows', () => {
  const reply = (id: string, title: string) => ({ action: 'reply', id, title }) as const;
  const image = { key: 't/1/a', mimeType: 'image/png', fileName: 'a.png' };

  it('become text if two have the same title, or the footer is too long', () => {
    const same = { ...buttons, buttons: [reply('1', 'Sim'), reply('2', 'Sim')] };
    for (const content of [same, { ...buttons, footer: 'x'.repeat(61) }])
      expect(whatsappApi.render(content)).toMatchObject([{ kind: 'text' }]);
    expect(facebook.render({ ...buttons, footer: 'Até as 18h' })).toMatchObject([{ kind: 'text' }]);
  });

  it('become text below their picture on Messenger and Instagram, which show either', () => {
    for (const channel of [facebook, instagram]) {
      expect(channel.render(buttons)).toEqual([buttons]);
      expect(channel.render({ ...buttons, image })).toEqual([
        { kind: 'image', ...image, voice: false },
        { kind: 'text', text: 'Confirma?\n[ 1 ] Sim\n[ 2 ] Não' },
      ]);
    }
  });

  it('become text on Instagram if their text could have more than 1,000 bytes', () => {
    expect(instagram.render({ ...buttons, text: 'x'.repeat(333) })).toMatchObject([{ kind: 'buttons' }]);
    expect(instagram.render({ ...buttons, text: 'x'.repeat(334) })).toMatchObject([{ kind: 'text' }]);
  });
});

describe('content too long for one message', () => {
  it('is split into complete parts within the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        (text, max) => {
          const parts = splitText(text, max, null);
          for (const part of parts) {
            expect(part.length).toBeLessThanOrEqual(max);
            expect(part.isWellFormed()).toBe(text.isWellFormed());
          }
          expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });

  it('is split at bytes on Instagram, never inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 2000 }), (text) => {
        const parts = instagram
          .render({ kind: 'text', text })
          .map((part) => ('text' in part ? part.text : ''));
        for (const part of parts) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(1000);
          expect(part.isWellFormed()).toBe(text.isWellFormed());
        }
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
    expect(instagram.render({ kind: 'text', text: 'a'.repeat(1000) })).toHaveLength(1);
    expect(instagram.render({ kind: 'text', text: 'ç'.repeat(501) })).toHaveLength(2);
  });

  it('is cut between words', () => {
    expect(splitText('um dois três quatro', 9, null)).toEqual(['um dois', 'três', 'quatro']);
  });

  it('has its caption sent as text after the file', () => {
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
