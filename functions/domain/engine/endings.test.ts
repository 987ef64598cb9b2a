import { Play, SALES } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { timerFires } from './rehearsal.ts';

const open = (connection: object) => {
  const play = new Play({
    connection: { inactiveMessage: 'Ainda está aí?', expiresInactiveMessage: 'Encerramos.', ...connection },
  });
  play.says('oi').says('1').attendant({ status: 'open', queueId: SALES });
  play.heard();
  return play;
};

describe('an open ticket without messages', () => {
  it('ends after `expiresTicket`, with the expiry text', () => {
    const play = open({ expiresTicket: 60 });
    expect(play.waits(59).ticket.status).toBe('open');
    expect(play.waits(2).heard()).toEqual([['ticket-expiry', 'Encerramos.']]);
    expect(play.ticket).toMatchObject({ status: 'closed', unreadMessages: 0, automation: { kind: 'none' } });
    expect(play.log.at(-1)).toBe('autoClose');
    expect(play.attendance.finishedAt).not.toBeNull();
  });

  it('gets the inactivity notice first, and ends `expiresTicket` minutes after the notice', () => {
    const play = open({ expiresTicket: 30, timeInactiveMessage: 20 });
    expect(play.waits(21).heard()).toEqual([['inactivity', 'Ainda está aí?']]);
    expect(play.ticket.sendInactiveMessage).toBe(true);
    expect(play.waits(28).ticket.status).toBe('open');
    expect(play.waits(2).heard()).toEqual([['ticket-expiry', 'Encerramos.']]);
  });

  it('R33: a message of the customer restarts the times of notice and end', () => {
    const play = open({ expiresTicket: 30, timeInactiveMessage: 20 });
    play.waits(19).says('um momento');
    expect(play.waits(19).heard()).toEqual([]);
    expect(play.waits(2).heard()).toEqual([['inactivity', 'Ainda está aí?']]);
    play.waits(28).says('estou aqui');
    expect(play.ticket.sendInactiveMessage).toBe(false);
    expect(play.waits(19).heard()).toEqual([]);
    expect(play.waits(2).heard()).toHaveLength(1);
  });

  it('ends with `whenExpiresTicket` 1 only if the last message is ours', () => {
    const play = open({ expiresTicket: 30, whenExpiresTicket: 1 });
    play.says('e então?');
    expect(play.waits(300).ticket.status).toBe('open');
  });

  it('R33: a timer that fires early, late or twice sends nothing too early or twice', () => {
    const play = open({ expiresTicket: 30, timeInactiveMessage: 20 });
    const [dueAt] = [...play.stage.timers.values()];
    expect(dueAt).toBeDefined();
    const fires = () => {
      play.stage = timerFires(play.stage, play.ticket.id, play.setup, play.moment());
    };
    fires();
    expect(play.heard()).toEqual([]);
    expect([...play.stage.timers.values()]).toEqual([dueAt]);
    play.nowMs += 80 * 60_000;
    fires();
    fires();
    expect(play.heard()).toEqual([['inactivity', 'Ainda está aí?']]);
    expect(play.ticket.status).toBe('open');
    play.nowMs += 31 * 60_000;
    fires();
    fires();
    expect(play.heard()).toEqual([['ticket-expiry', 'Encerramos.']]);
  });

  it('ends after `hoursCloseTicketsAuto`, regardless of who wrote last', () => {
    const play = new Play({ settings: { hoursCloseTicketsAuto: 24 }, connection: { whenExpiresTicket: 1 } });
    play.says('oi').says('1').attendant({ status: 'open', queueId: SALES }).says('alô?');
    expect(play.waits(24 * 60 - 1).ticket.status).toBe('open');
    expect(play.waits(2).ticket.status).toBe('closed');
    expect(play.log.at(-1)).toBe('autoClose');
  });

  it('never ends by itself if it is pending', () => {
    const play = new Play({ connection: { expiresTicket: 1 } }).says('oi').says('1');
    expect(play.waits(10_000).ticket.status).toBe('pending');
  });
});

describe('a closed ticket', () => {
  it('is reopened within `timeCreateNewTicket`, and asked for a queue again if it had none', () => {
    const play = new Play({ connection: { timeCreateNewTicket: 60 } }).says('oi').says('sair');
    expect(play.waits(30).asks('voltei, preciso de ajuda')).toMatchObject([
      ['queue-menu', expect.anything()],
    ]);
    expect(play.ticket).toMatchObject({ id: 1, status: 'pending' });
  });
});
