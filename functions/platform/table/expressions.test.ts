import { describe, expect, it } from 'vitest';
import { Counter, Message, Presence, Socket, Tag, User } from './entities.ts';
import { changeOf, conditionOf, namesOf } from './expressions.ts';
import { openTable } from './table.ts';

const table = openTable(1);
const message = { contactId: 2, connectionId: 3, sortKey: '1#a' };
const AT = '2026-11-21T10:00:00.000Z';

describe('a condition', () => {
  it('asks for values, one of several, and what sorts before or behind, by placeholders', () => {
    expect(
      conditionOf(Message, { attempt: 2, sendState: { oneOf: ['pending', 'sending'] }, ack: { below: 3 } }),
    ).toEqual({
      expression: '#c0 = :c0_0 AND #c1 IN (:c1_0, :c1_1) AND #c2 < :c2_0',
      names: { '#c0': 'attempt', '#c1': 'sendState', '#c2': 'ack' },
      values: { ':c0_0': 2, ':c1_0': 'pending', ':c1_1': 'sending', ':c2_0': 3 },
    });
    expect(conditionOf(Socket, { expiresAt: { above: AT } }).expression).toBe('#c0 > :c0_0');
  });

  it('that asks nothing is refused: it would hold of every row', () => {
    expect(() => conditionOf(Message, {})).toThrow('without a test');
  });
});

describe('a change', () => {
  it('raises the version and says when', () => {
    expect(changeOf(Message, { ack: 3 }, Date.parse(AT))).toEqual({
      expression: 'SET #u0 = :u0, #version = #version + :one, rowUpdatedAt = :now',
      names: { '#u0': 'ack', '#version': 'version' },
      values: { ':u0': 3, ':one': 1, ':now': AT },
    });
  });
});

/** Checked by the compiler: each of these lines would pass it no longer if a field without an attribute could be named. */
describe('the compiler', () => {
  it('takes what an entity lists', () => {
    expect([
      table.check(User, { id: 1 }, { active: true, version: 2 }),
      table.put(Presence, { companyId: 1, userId: 2, seenAt: AT }, { seenAt: AT }),
      table.delete(Presence, { userId: 2 }, { seenAt: AT }),
      table.update(Message, message, { ack: 2 }, { fromMe: true }, 0),
    ]).toHaveLength(4);
    expect(namesOf(Counter, { '#value': 'value' })).toEqual({ '#value': 'value' });
  });

  it('refuses what it does not', () => {
    const refused = [
      // @ts-expect-error a message's body is packed
      () => table.check(Message, message, { body: 'x' }),
      // @ts-expect-error so is a user's name
      () => table.delete(User, { id: 1 }, { name: 'Ana' }),
      // @ts-expect-error nothing of a tag is an attribute
      () => table.check(Tag, { id: 1 }, { color: '#112233' }),
      // @ts-expect-error nor may it be set
      () => table.update(Message, message, { body: 'x' }, { fromMe: true }, 0),
      // @ts-expect-error nor filtered by
      () => conditionOf(Socket, { rooms: [] }),
      // @ts-expect-error nor named
      () => namesOf(Message, { '#body': 'body' }),
      // @ts-expect-error a value of another type
      () => table.check(User, { id: 1 }, { active: 'yes' }),
      // @ts-expect-error no such state
      () => conditionOf(Message, { sendState: { oneOf: ['lost'] } }),
    ];
    expect(refused).toHaveLength(8);
  });
});
