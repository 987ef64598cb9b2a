import { FRIDAY_TEN, Play, SALES } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const away = {
  connection: {
    collectiveVacationStart: new Date(FRIDAY_TEN - DAY_MS).toISOString(),
    collectiveVacationEnd: new Date(FRIDAY_TEN + DAY_MS).toISOString(),
    collectiveVacationMessage: 'Estamos de férias, {{firstName}}',
  },
};

describe('collective vacation', () => {
  it('is announced once to a contact across its tickets, and the menu follows after it', () => {
    const play = new Play(away);
    expect(play.asks('oi')).toEqual([['vacation', 'Estamos de férias, Ana']]);
    expect(play.asks('oi?')).toEqual([]);
    play.attendant({ status: 'closed', sendFarewellMessage: false });
    expect(play.waits(60).asks('e agora?')).toEqual([]);
    expect(play.ticket).toMatchObject({ id: 2, status: 'pending' });
    expect(play.waits(24 * 60).asks('voltaram?')[0]?.[0]).toBe('queue-menu');
  });

  it('is announced again if its dates change, and not on tickets that an attendant has', () => {
    const play = new Play(away).says('oi');
    const later = new Date(FRIDAY_TEN + 2 * DAY_MS).toISOString();
    play.setup = { ...play.setup, connection: { ...play.setup.connection, collectiveVacationEnd: later } };
    expect(play.asks('oi?')).toHaveLength(1);
    const open = new Play(away).says('oi').attendant({ status: 'open', queueId: SALES });
    open.heard();
    expect(open.asks('oi')).toEqual([]);
  });
});
