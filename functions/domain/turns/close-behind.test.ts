import { stored, ticketRow } from '@prosa/tests/factories/rows.ts';
import { describe, expect, it } from 'vitest';
import { createSystemIds } from '../../platform/ids.ts';
import { closeBehind } from './ticket-turns.ts';
import { mergeTurns } from './turn.ts';

const moment = { nowMs: Date.UTC(2026, 10, 26, 12), ids: createSystemIds() };

describe('closing the ticket of a turn', () => {
  it('lists show only the last of two tickets that one turn closes in a queue', () => {
    const asking = ticketRow({ id: 12, status: 'nps' });
    const ended = { ...asking, status: 'closed' as const, latestClosed: true };
    const next = { ...asking, ...stored, id: 13, status: 'open' as const };
    const turn = mergeTurns({
      tickets: [
        { before: asking, after: ended },
        { before: undefined, after: next },
      ],
    });
    const by = { userId: null, logType: 'closed' } as const;
    const { tickets } = closeBehind(turn, { conversation: undefined }, by, moment);
    expect(tickets.map(({ after }) => [after.id, after.status, after.latestClosed])).toEqual([
      [12, 'closed', false],
      [13, 'closed', true],
    ]);
  });
});
