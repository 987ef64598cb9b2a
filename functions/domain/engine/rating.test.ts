import { Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const shop = {
  settings: { userRating: true },
  connection: { ratingMessage: 'De 0 a 10, quanto?', expiresTicketNPS: 30, maxUseBotQueuesNPS: 2 },
};
const resolved = (more: ConstructorParameters<typeof Play>[0] = {}) => {
  const play = new Play({ ...shop, ...more, connection: { ...shop.connection, ...more.connection } });
  play.says('oi').says('1').attendant({ status: 'open', queueId: SALES });
  play.heard();
  return play.attendant({ status: 'closed' });
};

describe('the rating request', () => {
  it('is sent when a ticket is resolved, and a number closes the ticket with the farewell', () => {
    const play = resolved();
    expect(play.heard()).toEqual([['rating', 'De 0 a 10, quanto?']]);
    expect(play.ticket).toMatchObject({ status: 'nps', userId: 1, queueId: SALES, unreadMessages: 0 });
    expect(play.attendance).toMatchObject({ closedAt: expect.any(String), finishedAt: null, userId: 1 });
    expect(play.asks('9')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', userRating: 5 });
    expect(play.attendance).toMatchObject({ rated: true, rate: 9, ratingAt: expect.any(String), userId: 1 });
    expect(play.log.slice(-2)).toEqual(['nps', 'closed']);
  });

  it.each([
    ['0', 0, 1],
    ['3', 3, 2],
    ['5', 5, 3],
    ['7', 7, 4],
    ['10', 10, 5],
    [' 100 ', 10, 5],
  ])('the answer %s stores %i and shows %i', (text, rate, shown) => {
    const play = resolved().says(text);
    expect([play.attendance.rate, play.ticket.userRating]).toEqual([rate, shown]);
  });

  it('is repeated after an invalid answer, up to the limit; a number still counts after the limit', () => {
    const play = resolved();
    expect(play.asks('ótimo')).toEqual([
      ['rating', 'Nota inválida. Envie um número de 0 a 10.'],
      ['rating', 'De 0 a 10, quanto?'],
    ]);
    for (const text of ['na verdade faltou uma peça', 'alô?', 'obrigado'])
      expect(play.asks(text)).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'nps', queueId: SALES, userId: 1, unreadMessages: 4 });
    expect(play.asks('8')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', userRating: 4 });
  });

  it('after the request’s timeout, thanks from the customer leave the ticket closed; another message reopens it', () => {
    const play = resolved({ connection: { timeCreateNewTicket: 120 } });
    play.says('depois').says('agora não').waits(31).heard();
    expect(play.ticket.status).toBe('closed');
    for (const text of ['obrigado', 'Tchau!', '👍']) expect(play.asks(text)).toEqual([]);
    expect(play.ticket).toMatchObject({ id: 1, status: 'closed', lastMessage: '👍' });
    expect(play.asks('agora preciso de outra coisa')).toEqual([]);
    expect(play.ticket).toMatchObject({ id: 1, status: 'pending' });
  });

  it('is cancelled when an attendant reopens the ticket', () => {
    const play = resolved().attendant({ status: 'open' });
    expect(play.ticket).toMatchObject({ status: 'open', automation: { kind: 'none' }, userId: 1 });
    expect(play.attendance).toMatchObject({ closedAt: null, finishedAt: null, rated: false });
    play.heard();
    expect(play.asks('9')).toEqual([]);
    expect(play.waits(60).ticket.status).toBe('open');
    expect(play.attendant({ status: 'closed' }).heard()).toEqual([['rating', 'De 0 a 10, quanto?']]);
  });

  it('closes the ticket unrated, with the farewell, if the customer does not answer in time', () => {
    const play = resolved();
    play.heard();
    expect(play.waits(29).ticket.status).toBe('nps');
    expect(play.waits(2).heard()).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', userRating: null });
    expect(play.attendance).toMatchObject({ rated: false, rate: null, finishedAt: expect.any(String) });
    expect(play.log.at(-1)).toBe('autoClose');
  });

  it('times out after a default time if none is configured', () => {
    expect(resolved({ connection: { expiresTicketNPS: 0 } }).waits(24 * 60 + 1).ticket.status).toBe('closed');
  });

  it('is not sent without a farewell, without a text, or if no attendant had the ticket', () => {
    const play = new Play(shop).says('oi').says('2').attendant({ status: 'open', queueId: SUPPORT });
    play.heard();
    expect(play.attendant({ status: 'closed', sendFarewellMessage: false }).heard()).toEqual([]);
    expect(play.ticket.status).toBe('closed');
    expect(resolved({ connection: { ratingMessage: ' ' } }).heard()).toEqual([['farewell', 'Até logo']]);
    expect(new Play(shop).says('oi').attendant({ status: 'closed' }).ticket.status).toBe('closed');
  });

  it('ends when an attendant closes the ticket, and is not sent twice', () => {
    const play = resolved();
    play.heard();
    expect(play.attendant({ status: 'closed' }).ticket.status).toBe('closed');
  });
});
