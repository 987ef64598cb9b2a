import { type Message, type MessageChange, messageSchema } from '@prosa/shared/entities/message.ts';
import { describe, expect, it } from 'vitest';
import { arrivalOf } from '../dated-change.ts';
import { changedMessage, parkedWith, withParkedChanges } from './message-change.ts';

type VoteChange = Extract<MessageChange, { type: 'vote' }>;
type PinChange = Extract<MessageChange, { type: 'pin' }>;

const settings = { lgpdDeleteMessage: false };
const at = (second: number): string => `2026-11-21T12:00:0${second}.000Z`;
const vote = (texts: string[], second: number, by = ['contact']): VoteChange => ({
  type: 'vote',
  texts,
  vote: { fromMe: false, name: '', at: at(second), arrival: arrivalOf(second, '', texts), by },
});
const pin = (until: string | null, second: number): PinChange => ({
  type: 'pin',
  until,
  at: at(second),
  arrival: arrivalOf(second, '', until),
});

const message = (fields: Partial<Message> = {}): Message =>
  messageSchema.parse({
    companyId: 1,
    id: '1.1.1795200000123-abcdefgh',
    contactId: 1,
    connectionId: 1,
    sortKey: '1795200000123-abcdefgh',
    ticketId: 1,
    fromMe: false,
    mediaType: 'pollCreationMessageV3',
    dataJson: { question: 'Qual horário?', options: ['Manhã', 'Tarde', 'Noite'], multiple: true },
    sentAt: at(0),
    ...fields,
  });
const after = (changes: readonly MessageChange[], before = message()) =>
  changes.reduce((changed, change) => changedMessage(changed, change, settings), before);
const choices = ({ votes }: Message) => votes.map(({ options }) => options);

describe('a vote', () => {
  it('is kept as the positions of its options, and texts that the poll does not have are left out', () => {
    expect(choices(after([vote(['Noite', 'Manhã', 'Madrugada'], 1)]))).toEqual([[0, 2]]);
  });

  it('replaces the earlier one of the same person, by any of the person’s ids', () => {
    const changes = [vote(['Manhã'], 1, ['a']), vote(['Tarde'], 2, ['b', 'a']), vote(['Noite'], 3, ['c'])];
    expect(choices(after(changes))).toEqual([[1], [2]]);
  });

  it('that is older than the known one changes nothing, also after that was taken back', () => {
    const taken = after([vote(['Manhã'], 2), vote([], 3)]);
    expect(choices(taken)).toEqual([[]]);
    expect(after([vote(['Tarde'], 1)], taken)).toBe(taken);
  });

  it('that is repeated changes nothing', () => {
    const voted = after([vote(['Manhã'], 1)]);
    expect(after([vote(['Manhã'], 1)], voted)).toBe(voted);
  });

  it('is left out for a message that is no poll, for a deleted one, and beyond a thousand voters', () => {
    const text = message({ mediaType: 'extendedTextMessage', dataJson: null });
    const deleted = message({ isDeleted: true });
    for (const before of [text, deleted]) expect(after([vote(['Manhã'], 1)], before)).toBe(before);
    const voters = Array.from({ length: 1000 }, (_, n) => vote(['Manhã'], 1, [`v${n}`]));
    const full = after(voters);
    expect(full.votes).toHaveLength(1000);
    expect(after([vote(['Manhã'], 2, ['one more'])], full)).toBe(full);
    expect(choices(after([vote(['Tarde'], 2, ['v7'])], full)).at(-1)).toEqual([1]);
  });
});

describe('a pin', () => {
  it('lasts until its end, and the newest of pins and unpins counts', () => {
    const pinned = after([pin(at(9), 2), pin(null, 1)]);
    expect(pinned.pin).toMatchObject({ until: at(9), at: at(2) });
    expect(after([pin(null, 3)], pinned).pin).toMatchObject({ until: null, at: at(3) });
    expect(after([pin(at(9), 2)], pinned)).toBe(pinned);
  });

  it('that is undone within the same second is undone', () => {
    expect(after([pin(at(9), 1), pin(null, 1)]).pin).toMatchObject({ until: null, at: at(1) });
  });
});

describe('votes and pins before their message', () => {
  it('have the same result as after it, in every order', () => {
    const changes = [
      vote(['Manhã'], 1),
      vote(['Tarde'], 3),
      vote(['Noite'], 2, ['b']),
      pin(at(9), 4),
      pin(null, 2),
    ];
    const orders = [changes, changes.toReversed(), [...changes.slice(2), ...changes.slice(0, 2)]];
    for (const order of orders) {
      const parked = order.reduce<MessageChange[]>(parkedWith, []);
      expect(parked).toHaveLength(3);
      const stored = withParkedChanges(message(), parked, settings, []);
      expect(new Set(choices(stored).map(String))).toEqual(new Set(['1', '2']));
      expect(stored.pin).toMatchObject({ until: at(9), at: at(4) });
    }
  });

  it('wait for ten voters at most, because they must fit into the marker', () => {
    const votes = Array.from({ length: 12 }, (_, n) => vote(['Manhã'], 1, [`v${n}`]));
    expect(votes.reduce<MessageChange[]>(parkedWith, [])).toHaveLength(10);
  });
});
