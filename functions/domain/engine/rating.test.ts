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

describe('the rating', () => {
  it('is asked for when a ticket is resolved, and a number ends it with the farewell', () => {
    const play = resolved();
    expect(play.heard()).toEqual([['rating', 'De 0 a 10, quanto?']]);
    expect(play.ticket).toMatchObject({ status: 'nps', userId: 1, queueId: SALES, unreadMessages: 0 });
    expect(play.tracking).toMatchObject({ closedAt: expect.any(String), finishedAt: null, userId: 1 });
    expect(play.asks('9')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', userRating: 5 });
    expect(play.tracking).toMatchObject({ rated: true, rate: 9, ratingAt: expect.any(String), userId: 1 });
    expect(play.log.slice(-2)).toEqual(['nps', 'closed']);
  });

  it.each([
    ['0', 0, 1],
    ['3', 3, 2],
    ['5', 5, 3],
    ['7', 7, 4],
    ['10', 10, 5],
    [' 100 ', 10, 5],
  ])('of %s is kept as %i and shown as %i', (text, rate, shown) => {
    const play = resolved().says(text);
    expect([play.tracking.rate, play.ticket.userRating]).toEqual([rate, shown]);
  });

  it('is asked again to anything else; what goes on being none waits for a person, in its queue', () => {
    const play = resolved();
    expect(play.asks('ótimo')).toEqual([
      ['rating', 'Nota inválida. Envie um número de 0 a 10.'],
      ['rating', 'De 0 a 10, quanto?'],
    ]);
    expect(play.asks('na verdade faltou uma peça')).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES, userId: null, unreadMessages: 2 });
    expect(play.log.at(-1)).toBe('reopen');
    expect(play.tracking).toMatchObject({ finishedAt: null, rated: false });
  });

  it('that nobody gives ends the ticket unrated, with the farewell', () => {
    const play = resolved();
    play.heard();
    expect(play.waits(29).ticket.status).toBe('nps');
    expect(play.waits(2).heard()).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', userRating: null });
    expect(play.tracking).toMatchObject({ rated: false, rate: null, finishedAt: expect.any(String) });
    expect(play.log.at(-1)).toBe('autoClose');
  });

  it('without a time of its own still ends', () => {
    expect(resolved({ connection: { expiresTicketNPS: 0 } }).waits(24 * 60 + 1).ticket.status).toBe('closed');
  });

  it('is not asked for without a farewell, without a text, or of who was never attended', () => {
    const play = new Play(shop).says('oi').says('2').attendant({ status: 'open', queueId: SUPPORT });
    play.heard();
    expect(play.attendant({ status: 'closed', sendFarewellMessage: false }).heard()).toEqual([]);
    expect(play.ticket.status).toBe('closed');
    expect(resolved({ connection: { ratingMessage: ' ' } }).heard()).toEqual([['farewell', 'Até logo']]);
    expect(new Play(shop).says('oi').attendant({ status: 'closed' }).ticket.status).toBe('closed');
  });

  it('is ended by an attendant, and not asked for twice', () => {
    const play = resolved();
    play.heard();
    expect(play.attendant({ status: 'closed' }).ticket.status).toBe('closed');
  });
});
