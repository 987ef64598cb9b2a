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

describe('an open ticket on which nothing is said', () => {
  it('ends after `expiresTicket`, with its text', () => {
    const play = open({ expiresTicket: 60 });
    expect(play.waits(59).ticket.status).toBe('open');
    expect(play.waits(2).heard()).toEqual([['ticket-expiry', 'Encerramos.']]);
    expect(play.ticket).toMatchObject({ status: 'closed', unreadMessages: 0, automation: { kind: 'none' } });
    expect(play.log.at(-1)).toBe('autoClose');
    expect(play.tracking.finishedAt).not.toBeNull();
  });

  it('is given a notice first, and ends so long after it', () => {
    const play = open({ expiresTicket: 30, timeInactiveMessage: 20 });
    expect(play.waits(21).heard()).toEqual([['inactivity', 'Ainda está aí?']]);
    expect(play.ticket.sendInactiveMessage).toBe(true);
    expect(play.waits(28).ticket.status).toBe('open');
    expect(play.waits(2).heard()).toEqual([['ticket-expiry', 'Encerramos.']]);
  });

  it('R33: a word of the customer puts both off', () => {
    const play = open({ expiresTicket: 30, timeInactiveMessage: 20 });
    play.waits(19).says('um momento');
    expect(play.waits(19).heard()).toEqual([]);
    expect(play.waits(2).heard()).toEqual([['inactivity', 'Ainda está aí?']]);
    play.waits(28).says('estou aqui');
    expect(play.ticket.sendInactiveMessage).toBe(false);
    expect(play.waits(19).heard()).toEqual([]);
    expect(play.waits(2).heard()).toHaveLength(1);
  });

  it('with `whenExpiresTicket` 1 ends only when the last word is ours', () => {
    const play = open({ expiresTicket: 30, whenExpiresTicket: 1 });
    play.says('e então?');
    expect(play.waits(300).ticket.status).toBe('open');
  });

  it('R33: a timer that comes early, late or twice does nothing odd', () => {
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

  it('ends after `hoursCloseTicketsAuto`, whoever had the last word', () => {
    const play = new Play({ settings: { hoursCloseTicketsAuto: 24 }, connection: { whenExpiresTicket: 1 } });
    play.says('oi').says('1').attendant({ status: 'open', queueId: SALES }).says('alô?');
    expect(play.waits(24 * 60 - 1).ticket.status).toBe('open');
    expect(play.waits(2).ticket.status).toBe('closed');
    expect(play.log.at(-1)).toBe('autoClose');
  });

  it('pending ones and groups never end by themselves', () => {
    const play = new Play({ connection: { expiresTicket: 1 } }).says('oi').says('1');
    expect(play.waits(10_000).ticket.status).toBe('pending');
  });
});

describe('a closed ticket', () => {
  it('is taken up again within `timeCreateNewTicket`, and led to a queue again where it had none', () => {
    const play = new Play({ connection: { timeCreateNewTicket: 60 } }).says('oi').says('sair');
    expect(play.waits(30).asks('voltei, preciso de ajuda')).toMatchObject([
      ['queue-menu', expect.anything()],
    ]);
    expect(play.ticket).toMatchObject({ id: 1, status: 'pending' });
  });
});
