import { Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';

const users = [
  { queueIds: [SALES], profile: 'admin' as const },
  { queueIds: [SALES, SUPPORT] },
  { queueIds: [SUPPORT] },
  { queueIds: [SUPPORT], active: false },
  { queueIds: [SUPPORT], startWork: '22:00', endWork: '23:00' },
];
const online = [1, 2, 3, 4, 5];

describe('the assignment of a waiting ticket', () => {
  it('offers it to a random attendant of the queue who is online and within working hours', () => {
    const drawn = [0, 0.3, 0.5, 0.99].map((chance) => {
      const play = new Play({ users, online, chance, settings: { userRandom: true } }).says('oi').says('2');
      expect(play.ticket).toMatchObject({ status: 'pending', isOffered: true });
      expect(play.log.slice(-2)).toEqual(['queue', 'userDefine']);
      return play.ticket.userId;
    });
    expect(drawn).toEqual([2, 2, 3, 3]);
  });

  it('offers the ticket to no attendant if none is available or random assignment is off', () => {
    expect(
      new Play({ users, online: [1, 4], settings: { userRandom: true } }).says('oi').says('2').ticket.userId,
    ).toBeNull();
    expect(new Play({ users, online }).says('oi').says('2').ticket.userId).toBeNull();
  });

  it('moves it to the next attendant if the queue rotates, and back to the whole queue if no attendant is left', () => {
    const queues = [{}, { rotation: true, rotationMinutes: 5 }];
    const play = new Play({ users, online, queues }).says('oi').says('2');
    expect(play.ticket.userId).toBe(2);
    expect(play.waits(4).ticket.userId).toBe(2);
    expect(play.waits(2).ticket.userId).toBe(3);
    expect(play.waits(5).ticket.userId).toBe(2);
    play.setup = { ...play.setup, online: new Set() };
    expect(play.waits(6).ticket).toMatchObject({ userId: null, status: 'pending' });
    play.setup = { ...play.setup, online: new Set([3]) };
    expect(play.waits(3).ticket.userId).toBe(3);
    expect(play.attendant({ status: 'open', queueId: SUPPORT }, 3).waits(60).ticket).toMatchObject({
      status: 'open',
      userId: 3,
    });
  });

  it('moves it to another attendant if the first does not accept it in time, also without rotation', () => {
    const play = new Play({ users, online, settings: { userRandom: true } }).says('oi').says('2');
    expect(play.ticket.userId).toBe(2);
    expect(play.waits(11).ticket.userId).toBe(3);
  });

  it('gives it to the owner of the contact’s wallet without a random draw', () => {
    const play = new Play({ users, online, settings: { DirectTicketsToWallets: true, userRandom: true } });
    play.stage = { ...play.stage, contact: { ...play.stage.contact, walletUserIds: [4, 3] } };
    expect(play.asks('oi')).toEqual([]);
    expect(play.ticket).toMatchObject({
      status: 'pending',
      userId: 3,
      queueId: SUPPORT,
      automation: { kind: 'none' },
    });
    expect(play.waits(60).ticket.userId).toBe(3);
  });

  it('moves it to the configured queue if the customer chooses no queue in time', () => {
    const play = new Play({ connection: { timeSendQueue: 10, sendIdQueue: SUPPORT } }).says('oi');
    play.waits(5).says('?');
    expect(play.waits(4).ticket.queueId).toBeNull();
    expect(play.waits(2).ticket).toMatchObject({
      queueId: SUPPORT,
      automation: { kind: 'none' },
      status: 'pending',
    });
    expect(play.log.at(-1)).toBe('redirect');
    expect(play.asks('oi')).toEqual([]);
  });
});
