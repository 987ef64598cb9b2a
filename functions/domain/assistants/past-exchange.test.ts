import { ticketRow } from '@prosa/tests/factories/rows.ts';
import { describe, expect, it } from 'vitest';
import { hiddenLines, pastExchange } from './past-exchange.ts';

const contact = { ...ticketRow().contact, number: '5511987654321' };

let nth = 0;
const message = (body: string, fields: Partial<Parameters<typeof hiddenLines>[0][number]> = {}) => ({
  id: `1.1.${String(++nth).padStart(13, '0')}-aaaaaaaa`,
  fromMe: false,
  userId: null,
  body,
  mediaType: 'extendedTextMessage' as const,
  isDeleted: false,
  isPrivate: false,
  saidBy: '',
  sentAt: '2026-11-20T12:00:00.000Z',
  ...fields,
});
const by = (userId: number) => ({ fromMe: true, userId });

describe('a past exchange', () => {
  it('is the longest text of the customer that an attendant answered', () => {
    const messages = [
      message('oi'),
      message('*Ana Ribeiro:*\nBom dia!', by(1)),
      message('vocês entregam no domingo em Pinheiros?'),
      message('*Ana Ribeiro:*\nEntregamos até as 14h.', by(1)),
      message('obrigada'),
    ];
    expect(pastExchange(messages, contact)).toEqual({
      messageId: messages[2]?.id,
      at: '2026-11-20T12:00:00.000Z',
      lines: [
        { by: 'customer', text: 'oi' },
        { by: 'company', text: 'Bom dia!' },
        { by: 'customer', text: 'vocês entregam no domingo em Pinheiros?' },
      ],
      answer: 'Entregamos até as 14h.',
      userId: 1,
    });
  });

  it('passes over answers of the system, private and deleted messages, and files', () => {
    const automatic = { fromMe: true, userId: 1, saidBy: 'queue-menu' };
    expect(
      pastExchange(
        [
          message('quero falar com alguém do financeiro'),
          message('Escolha uma opção', automatic),
          message('2'),
          message('nota interna', { ...by(1), isPrivate: true }),
          message('', { ...by(1), mediaType: 'image' }),
          message('apagada', { ...by(1), isDeleted: true }),
          message('Olá, sou do financeiro', by(3)),
        ],
        contact,
      ),
    ).toMatchObject({ answer: 'Olá, sou do financeiro', userId: 3 });
    expect(pastExchange([message('oi'), message('Menu', automatic)], contact)).toBeUndefined();
  });

  it('S-58: shows nobody’s number', () => {
    const lines = hiddenLines(
      [
        message('meu número é 5511987654321, o da minha mãe (11) 91234-5678'),
        message('CPF 123.456.789-09', by(1)),
      ],
      contact,
    );
    const text = JSON.stringify(lines);
    expect(text).not.toContain('5511987654321');
    expect(text).not.toContain('91234-5678');
    expect(text).not.toContain('456.789');
    expect(text).toContain('meu número é');
  });
});
