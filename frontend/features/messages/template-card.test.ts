import { describe, expect, it } from 'vitest';
import { storedTemplateCard, templateCard } from './template-card.ts';

describe('card of a template message', () => {
  it('has header, text, footer and every kind of button with its value', () => {
    const card = templateCard({
      header: 'Pedido 1234',
      body: 'Saiu para entrega.',
      footer: 'Loja Aurora',
      buttons: [
        { kind: 'reply', text: 'Falar com a loja', value: '' },
        { kind: 'url', text: 'Acompanhar', value: 'https://loja.example/1234' },
        { kind: 'call', text: 'Ligar', value: '+551140000001' },
        { kind: 'copy', text: '', value: 'OFERTA10' },
      ],
    });
    expect(card).toEqual({
      kind: 'buttons',
      title: 'Pedido 1234',
      text: 'Saiu para entrega.',
      footer: 'Loja Aurora',
      buttons: [
        { action: 'reply', id: '0', title: 'Falar com a loja' },
        { action: 'url', title: 'Acompanhar', url: 'https://loja.example/1234' },
        { action: 'call', title: 'Ligar', number: '+551140000001' },
        { action: 'copy', title: '', code: 'OFERTA10' },
      ],
    });
  });

  it('of a message of an earlier version has only the text', () => {
    const stored = { kind: 'template', name: 'hi', language: 'pt_BR', parameters: ['Ana'], text: 'Oi, Ana!' };
    expect(storedTemplateCard(stored)).toEqual({
      kind: 'buttons',
      title: '',
      text: 'Oi, Ana!',
      footer: '',
      buttons: [],
    });
  });

  it('is missing for other messages', () => {
    expect(storedTemplateCard(null)).toBeUndefined();
    expect(storedTemplateCard({ kind: 'pix', amountCents: 100 })).toBeUndefined();
  });
});
