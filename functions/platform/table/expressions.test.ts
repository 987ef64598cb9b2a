import { describe, expect, expectTypeOf, it } from 'vitest';
import { systemPrincipal } from '../auth/principal.ts';
import type { Entity } from './define-entity.ts';
import type { Plan } from './entities/companies.ts';
import { Counter } from './entities/counters.ts';
import { Message } from './entities/messages.ts';
import { Socket, User } from './entities/users.ts';
import { type Change, changeOf, conditionOf, type Holds, namesOf } from './expressions.ts';
import { openTable } from './table.ts';

const table = openTable(systemPrincipal('setup', 1).companyId);
const message = { contactId: 2, connectionId: 3, sortKey: '1#a' };
const AT = '2026-11-21T10:00:00.000Z';

describe('a condition', () => {
  it('uses placeholders for values, one of several values, and values that sort before or after', () => {
    expect(
      conditionOf(Message, { attempt: 2, sendState: { oneOf: ['pending', 'sending'] }, ack: { below: 3 } }),
    ).toEqual({
      expression: '#c0 = :c0_0 AND #c1 IN (:c1_0, :c1_1) AND #c2 < :c2_0',
      names: { '#c0': 'attempt', '#c1': 'sendState', '#c2': 'ack' },
      values: { ':c0_0': 2, ':c1_0': 'pending', ':c1_1': 'sending', ':c2_0': 3 },
    });
    expect(conditionOf(Socket, { expiresAt: { above: AT } }).expression).toBe('#c0 > :c0_0');
  });

  it('a condition without any test is refused, because it would be true for every row', () => {
    expect(() => conditionOf(Message, {})).toThrow('without a test');
  });
});

describe('a change of a row', () => {
  it('raises the version and sets the time of the update', () => {
    expect(changeOf(Message, { ack: 3 }, Date.parse(AT))).toEqual({
      expression: 'SET #u0 = :u0, #version = #version + :one, rowUpdatedAt = :now',
      names: { '#u0': 'ack', '#version': 'version' },
      values: { ':u0': 3, ':one': 1, ':now': AT },
    });
  });
});

type HoldsOf<E> = E extends Entity<infer S, infer _K, infer A> ? Holds<S, A> : never;
type ChangeTo<E> = E extends Entity<infer S, infer _K, infer A> ? Change<S, A> : never;
type MessageAttribute = 'fromMe' | 'ack' | 'attempt' | 'sendState' | 'sendError' | 'takenAt';

/**
 * Checked by the compiler: these types accept no other field, so a check, a condition of a put or delete, a filter or
 * an update with a packed field does not compile.
 */
describe('fields allowed in an expression', () => {
  it('are those that the entity lists, and the version', () => {
    expectTypeOf<keyof HoldsOf<typeof Message>>().toEqualTypeOf<MessageAttribute | 'version'>();
    expectTypeOf<keyof HoldsOf<typeof User>>().toEqualTypeOf<
      'profile' | 'active' | 'sessionVersion' | 'version'
    >();
    expectTypeOf<keyof HoldsOf<typeof Plan>>().toEqualTypeOf<'version'>();
    expectTypeOf(table.check<typeof Plan.schema, { id: number }, never>)
      .parameter(2)
      .exclude<string>()
      .toEqualTypeOf<HoldsOf<typeof Plan>>();
    expect(table.check(User, { id: 1 }, { active: true, version: 2 }).condition?.names).toEqual({
      '#c0': 'active',
      '#c1': 'version',
    });
  });

  it('can be set, except for the version', () => {
    expectTypeOf<keyof ChangeTo<typeof Message>>().toEqualTypeOf<MessageAttribute>();
    expectTypeOf<keyof ChangeTo<typeof Plan>>().toEqualTypeOf<never>();
    expect(table.update(Message, message, { ack: 2 }, { fromMe: true }, 0)).toMatchObject({ op: 'update' });
  });

  it('are compared with values of their own type', () => {
    expectTypeOf<'lost'>().not.toExtend<HoldsOf<typeof Message>['sendState']>();
    expectTypeOf<{ oneOf: ['lost'] }>().not.toExtend<HoldsOf<typeof Message>['sendState']>();
    expectTypeOf<'yes'>().not.toExtend<HoldsOf<typeof User>['active']>();
    expect(conditionOf(Socket, { expiresAt: { above: AT } }).values).toEqual({ ':c0_0': AT });
  });

  it('have placeholders in custom expressions, too', () => {
    expectTypeOf(namesOf<typeof Message.schema, never, MessageAttribute>)
      .parameter(1)
      .toEqualTypeOf<Readonly<Record<`#${string}`, MessageAttribute>>>();
    expect(namesOf(Counter, { '#value': 'value' })).toEqual({ '#value': 'value' });
  });
});
