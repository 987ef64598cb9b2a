import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { createMissedWatch } from './missed-messages.ts';

const viewer = viewerExample();
const elsewhere = { uuid: null, visible: true };
const BEGAN_MS = Date.UTC(2026, 10, 20, 12);
const STEP_MS = 1000;
const params = { companyId: 2 };
const eventOf = (ticket: TicketView) =>
  ({ name: 'ticket', params, data: { action: 'update' as const, ticket } }) as const;

const TICKETS = 3;
type Step = { does: 'writes' | 'reads' | 'says' | 'moves'; ticket: number } | { does: 'loses' | 'returns' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('writes' as const), ticket: fc.nat(TICKETS - 1) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reads' as const), ticket: fc.nat(TICKETS - 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('says' as const, 'moves' as const),
      ticket: fc.nat(TICKETS - 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('loses' as const, 'returns' as const) }) },
);

describe('messages that came while the WebSocket connection was lost', () => {
  it('random histories: each unread message is announced once, by an event or after the absence, and nothing else is', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const watch = createMissedWatch();
        let nowMs = BEGAN_MS;
        let aliveMs = nowMs;
        let isLive = true;
        const tickets = Array.from({ length: TICKETS }, (_none, index) =>
          ticketExample(index + 1, {
            createdAt: new Date(0).toISOString(),
            updatedAt: new Date(nowMs).toISOString(),
          }),
        );
        for (const ticket of tickets) watch.hear(eventOf(ticket));
        const unannounced = new Set<number>();
        const change = (index: number, fields: Partial<TicketView>) => {
          const before = tickets[index];
          if (before === undefined) throw new Error('no ticket');
          const after = { ...before, ...fields };
          tickets[index] = after;
          if (!isLive) return;
          watch.hear(eventOf(after));
          aliveMs = nowMs;
        };
        for (const one of steps) {
          nowMs += STEP_MS;
          const updatedAt = new Date(nowMs).toISOString();
          if (!('ticket' in one) && one.does === 'loses') isLive = false;
          else if (!('ticket' in one)) {
            const found = watch.missed(tickets, aliveMs, viewer, elsewhere).map(({ id }) => id - 1);
            expect(new Set(found)).toEqual(new Set(isLive ? [] : unannounced));
            unannounced.clear();
            isLive = true;
            aliveMs = nowMs;
          } else {
            const unread = tickets[one.ticket]?.unreadMessages ?? 0;
            if (one.does === 'writes') {
              if (!isLive) unannounced.add(one.ticket);
              change(one.ticket, {
                unreadMessages: unread + 1,
                lastMessage: `m${nowMs}`,
                fromMe: false,
                updatedAt,
              });
            } else if (one.does === 'reads') {
              unannounced.delete(one.ticket);
              change(one.ticket, { unreadMessages: 0 });
            }
            // Automatic answers keep messages unread, and a move changes no message.
            else if (one.does === 'says') {
              if (!unannounced.has(one.ticket))
                change(one.ticket, { fromMe: true, lastMessage: 'Aviso', updatedAt });
            } else change(one.ticket, { updatedAt });
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are announced on a ticket that the page did not know, unless its messages are older, or the newest is ours', () => {
    const since = BEGAN_MS;
    const old = new Date(since - STEP_MS).toISOString();
    const recent = new Date(since + STEP_MS).toISOString();
    const found = (fields: Partial<TicketView>) =>
      createMissedWatch().missed(
        [ticketExample(1, { unreadMessages: 1, createdAt: old, ...fields })],
        since,
        viewer,
        elsewhere,
      );
    expect(found({ updatedAt: recent, fromMe: false })).toHaveLength(1);
    expect(found({ updatedAt: recent, fromMe: true, createdAt: recent })).toHaveLength(1);
    expect(found({ updatedAt: old, fromMe: false })).toEqual([]);
    expect(found({ updatedAt: recent, fromMe: true })).toEqual([]);
  });

  it("are not announced on a colleague's ticket, on the ticket that the user reads, or if they were read elsewhere", () => {
    const updatedAt = new Date(BEGAN_MS + STEP_MS).toISOString();
    const ticket = ticketExample(1, { unreadMessages: 1, fromMe: false, updatedAt });
    const found = (fields: Partial<TicketView>, reading = elsewhere) =>
      createMissedWatch().missed([{ ...ticket, ...fields }], BEGAN_MS, viewer, reading);
    expect(found({})).toHaveLength(1);
    expect(found({ userId: 11 })).toEqual([]);
    expect(found({ unreadMessages: 0 })).toEqual([]);
    expect(
      createMissedWatch().missed([ticket], BEGAN_MS, viewer, { uuid: ticket.uuid, visible: true }),
    ).toEqual([]);
  });
});
