import { describe, expect, it } from 'vitest';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { type MoveTarget, type MoveWorld, planMove } from './plan-move.ts';

const QUEUE = 1;
const attended = ticketExample(1, { queueId: QUEUE, userId: 10 });
const waiting = ticketExample(2, { queueId: QUEUE, status: 'pending', userId: null, user: null });
const unqueued = { ...waiting, queueId: null, queue: null };
const target = (change: Partial<MoveTarget> = {}): MoveTarget => ({
  id: 11,
  name: 'Carla',
  profile: 'user',
  queueIds: [QUEUE],
  ...change,
});
const world = (change: Partial<MoveWorld> = {}): MoveWorld => ({
  viewer: viewerExample({ id: 99, profile: 'admin' }),
  closingQueueIds: new Set(),
  tellsCustomer: false,
  ...change,
});
const agent = viewerExample({ id: 10, queueIds: [QUEUE] });

describe('moving a ticket on the panel', () => {
  it('transferring a ticket to an attendant can be undone, which brings the ticket back', () => {
    const to11 = { status: 'open', userId: 11, queueId: QUEUE, isTransfered: true };
    expect(planMove(attended, target(), world())).toEqual({
      kind: 'move',
      change: to11,
      undo: { ...to11, userId: 10 },
    });
    expect(planMove(waiting, target(), world())).toEqual({
      kind: 'move',
      change: to11,
      undo: { status: 'pending', userId: null },
    });
  });

  it('moving a ticket to the waiting tickets returns it, and the undo accepts it again without a greeting', () => {
    expect(planMove(attended, null, world())).toEqual({
      kind: 'move',
      change: { status: 'pending', userId: null },
      undo: { status: 'open', userId: 10, sendGreetingMessage: false },
    });
  });

  it('moving a ticket to its current column changes nothing', () => {
    expect(planMove(attended, target({ id: 10 }), world())).toEqual({ kind: 'none' });
    expect(planMove(waiting, null, world())).toEqual({ kind: 'none' });
  });

  it('has no undo if the customer gets a message, or if the user cannot reach the ticket any more', () => {
    expect(planMove(attended, target(), world({ tellsCustomer: true }))).toMatchObject({ undo: null });
    expect(planMove(attended, target(), world({ viewer: agent }))).toMatchObject({
      kind: 'move',
      undo: null,
    });
  });

  it('moving a ticket without queue uses the attendant’s only queue, and asks if there are several', () => {
    expect(planMove(unqueued, target(), world())).toMatchObject({ change: { queueId: QUEUE } });
    expect(planMove(unqueued, target({ queueIds: [1, 2] }), world())).toEqual({ kind: 'ask' });
    expect(planMove(unqueued, target({ queueIds: [], profile: 'admin' }), world())).toEqual({ kind: 'ask' });
  });

  it.each([
    ['notAllowed', attended, target(), { viewer: viewerExample({ id: 12, queueIds: [QUEUE] }) }],
    ['otherQueue', attended, target({ queueIds: [2] }), {}],
    ['closingQueue', attended, target(), { closingQueueIds: new Set([QUEUE]) }],
    ['noQueue', unqueued, target({ queueIds: [] }), {}],
  ] as const)('is refused with %s', (reason, ticket, to, change) => {
    expect(planMove(ticket, to, world(change))).toEqual({ kind: 'refused', reason });
  });
});
