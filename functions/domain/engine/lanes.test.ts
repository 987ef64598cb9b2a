import { take } from '@prosa/functions/domain/engine/rehearsal.ts';
import { turnOn, withTicket } from '@prosa/functions/domain/turns/turn.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { Play, SALES, type Shop } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { inLane } from '../tickets/in-lane.ts';

const HOUR_MIN = 60;
const GREETING = 'Ainda está aí, {{firstName}}?';

/** Columns 1 → 2 after two hours, 2 → 3 after one hour; 2 and 3 lead back to 1. */
const LANES = [
  { timeLane: 2, nextLaneId: 2 },
  { timeLane: 1, nextLaneId: 3, rollbackLaneId: 1, greetingMessageLane: GREETING },
  { rollbackLaneId: 1 },
];

/** A conversation that an attendant has accepted, in a column, in which our side wrote last. */
const attended = (laneId: number, fields: Partial<Ticket> = {}, shop: Partial<Shop> = {}): Play => {
  const play = new Play({ lanes: LANES, connection: { queueIds: [] }, ...shop });
  play.says('Olá').attendant({ status: 'open', userId: 1, queueId: SALES });
  const { ticket } = play;
  const stored = play.stage.tickets.get(ticket.id);
  const lane = play.setup.lanes.get(laneId);
  if (stored === undefined) throw new Error('no ticket');
  const at = new Date(play.nowMs).toISOString();
  const placed = withTicket(turnOn(stored), (one) => ({
    ...inLane(one, lane, at),
    activityAt: at,
    fromMe: true,
    ...fields,
  }));
  play.stage = take(play.stage, placed, play.setup, play.moment());
  play.heard();
  return play;
};
const laneOf = ({ ticket: { laneId, tags } }: Play) => [laneId, tags.map(({ name }) => name)];

describe('the time rule of a column', () => {
  it("moves the ticket of a silent customer after the column's hours, and greets in the next column", () => {
    const play = attended(1);
    expect(laneOf(play.waits(2 * HOUR_MIN - 1))).toEqual([1, ['Coluna 1']]);
    expect(play.heard()).toEqual([]);
    expect(laneOf(play.waits(1))).toEqual([2, ['Coluna 2']]);
    expect(play.heard()).toEqual([['lane-greeting', 'Ainda está aí, Ana?']]);
    expect(play.ticket.laneAt).toBe(new Date(play.nowMs).toISOString());
  });

  it('counts the hours of the next column from the move, and ends in a column without a next one', () => {
    const play = attended(1).waits(2 * HOUR_MIN);
    expect(laneOf(play.waits(HOUR_MIN - 1))).toEqual([2, ['Coluna 2']]);
    expect(laneOf(play.waits(1))).toEqual([3, ['Coluna 3']]);
    play.heard();
    expect(laneOf(play.waits(20 * HOUR_MIN))).toEqual([3, ['Coluna 3']]);
    expect(play.heard()).toEqual([]);
  });

  const UNMOVED: [name: string, fields: Partial<Ticket>, lanes?: Shop['lanes']][] = [
    ['the customer wrote last', { fromMe: false }],
    ['the ticket waits', { status: 'pending' }],
    ['the ticket is closed', { status: 'closed' }],
    ['the column has no time', {}, [{ timeLane: 0, nextLaneId: 2 }, {}]],
    ['the column has no next one', {}, [{ timeLane: 2 }, {}]],
    ['the next column was removed', {}, [{ timeLane: 2, nextLaneId: 9 }, {}]],
    ['the plan has no board', {}, []],
  ];
  it.each(UNMOVED)('does not move a ticket if %s', (_name, fields, lanes = LANES) => {
    const play = attended(1, { ...fields, laneId: 1 }, { lanes });
    play.waits(20 * HOUR_MIN);
    expect(play.ticket.laneId).toBe(1);
    expect(play.heard()).toEqual([]);
  });

  it('starts again with an answer of the customer', () => {
    const play = attended(1).waits(HOUR_MIN);
    play.says('Estou aqui');
    expect(laneOf(play.waits(10 * HOUR_MIN))).toEqual([1, ['Coluna 1']]);
  });

  it('counts from when the ticket came into the column if that was after the last activity', () => {
    const play = attended(1, { activityAt: '2026-11-20T08:00:00.000Z' });
    expect(laneOf(play.waits(2 * HOUR_MIN - 1))).toEqual([1, ['Coluna 1']]);
    expect(laneOf(play.waits(1))).toEqual([2, ['Coluna 2']]);
  });

  it('sends nothing if the next column has no greeting, and still moves', () => {
    const play = attended(2).waits(HOUR_MIN);
    expect(laneOf(play)).toEqual([3, ['Coluna 3']]);
    expect(play.heard()).toEqual([]);
  });
});

describe('the rollback rule of a column', () => {
  it("moves the ticket back with the customer's message", () => {
    const play = attended(3);
    play.writes('Voltei');
    expect(laneOf(play)).toEqual([1, ['Coluna 1']]);
    expect(play.ticket.laneAt).toBe(new Date(play.nowMs).toISOString());
  });

  it('does not apply to a column without one, nor to one whose target was removed', () => {
    const play = attended(1);
    play.writes('Voltei');
    expect(laneOf(play)).toEqual([1, ['Coluna 1']]);
    const gone = attended(1, {}, { lanes: [{ rollbackLaneId: 9 }] });
    gone.writes('Voltei');
    expect(laneOf(gone)).toEqual([1, ['Coluna 1']]);
  });

  it('a new ticket of the contact begins without a column', () => {
    const play = attended(3);
    play.attendant({ status: 'closed', userId: 1 });
    expect(laneOf(play)).toEqual([3, ['Coluna 3']]);
    play.passes(1000).says('Quero outra coisa, por favor');
    expect(laneOf(play)).toEqual([null, []]);
  });
});
