import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { ticketAfterMessage } from '../domain/messages/ticket-after-message.ts';
import { newContactTurn } from '../domain/turns/contact-turns.ts';
import { takenIn } from '../domain/turns/message-turns.ts';
import { closeTicket, newTicket } from '../domain/turns/ticket-turns.ts';
import { mergeTurns, type Turn, ticketOf, turnOn, withTicket } from '../domain/turns/turn.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { createSystemIds } from '../platform/ids.ts';
import { WriteConflict, type WriteItem } from '../platform/table/commit.ts';
import type { Entity, Key } from '../platform/table/define-entity.ts';
import { Contact } from '../platform/table/entities/contacts.ts';
import { Conversation, Message } from '../platform/table/entities/messages.ts';
import { Attendance, Ticket } from '../platform/table/entities/tickets.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import { openTable } from '../platform/table/table.ts';
import type { TicketRow } from '../repositories/tickets/tickets.ts';
import { turnItems } from './commit-turn.ts';

const COMPANY = 2;
const CONNECTION = 1;
const ATTENDANT = 7;
const NOW_MS = Date.UTC(2026, 10, 21);
const TIMEOUT_MS = 60_000;

type Item = Record<string, unknown>;
const id = (key: Key): string => `${key.pk}\n${key.sk}`;

/** The table's guarantee in memory: all items or none, each with its condition. */
class MemoryTable {
  readonly rows = new Map<string, Item>();

  private holds(item: WriteItem): boolean {
    if (item.condition === undefined) return true;
    const row = this.rows.get(id(item.key));
    const { expression, names = {}, values = {} } = item.condition;
    if (expression === 'attribute_not_exists(pk)') return row === undefined;
    return expression.split(' AND ').every((part) => {
      const [name = '', value = ''] = part.split(' = ');
      const attribute = names[name];
      if (attribute === undefined) throw new Error(`unknown condition ${expression}`);
      return row?.[attribute] === values[value];
    });
  }

  commit(items: readonly WriteItem[]): void {
    const failed = items.filter((item) => !this.holds(item));
    if (failed.length > 0) throw new WriteConflict(failed);
    for (const item of items) {
      if (item.op === 'put') this.rows.set(id(item.key), item.item);
      if (item.op === 'delete') this.rows.delete(id(item.key));
    }
  }

  all<S extends z.ZodObject, K>(entity: Entity<S, K>) {
    return [...this.rows.values()]
      .filter((row) => row._e === entity.name)
      .map((row) => parseRow(entity, row));
  }
}

const setUp = () => {
  const memory = new MemoryTable();
  const table = openTable(systemPrincipal('setup', COMPANY).companyId);
  const ids = createSystemIds();
  const ports = { ids, nowMs: NOW_MS };
  let lastTicket = 0;
  const made = newContactTurn({
    companyId: COMPANY,
    id: 4,
    name: 'Ana',
    channel: 'whatsapp',
    identities: [{ kind: 'phone', value: '551199' }],
  });
  memory.commit(turnItems(table, made, ports));
  const readContact = () => {
    const [contact] = memory.all(Contact);
    if (contact === undefined) throw new Error('no contact');
    return contact;
  };

  const readTicket = (ticketId: number): TicketRow => {
    const raw = memory.rows.get(id(table.keyOf(Ticket, { id: ticketId })));
    if (raw === undefined) throw new Error('no ticket');
    return parseRow(Ticket, raw);
  };
  const readConversation = () => {
    const raw = memory.rows.get(id(table.keyOf(Conversation, { contactId: 4, connectionId: CONNECTION })));
    return raw === undefined ? undefined : parseRow(Conversation, raw);
  };
  const readAttendance = (ticketId: number) => {
    return memory.all(Attendance).findLast((row) => row.ticketId === ticketId);
  };
  const withMessage = (turn: Turn): Turn => {
    const message = takenIn(ticketOf(turn), { fromMe: false, body: 'oi' }, NOW_MS, ports);
    return mergeTurns(
      withTicket(turn, (ticket) => ticketAfterMessage(ticket, message)),
      { messages: [{ before: undefined, after: message }] },
    );
  };
  return {
    memory,
    readTicket,
    readConversation,
    readAttendance,
    openOne: (): number => {
      const made = newTicket(ticketDraft(), ports);
      memory.commit(turnItems(table, made, ports));
      return ticketOf(made).id;
    },
    /** Decides on the rows that were read; the result is committed later, when other commits may have happened. */
    takeInItems: (
      conversation: ReturnType<typeof readConversation>,
      active: TicketRow | undefined,
    ): WriteItem[] => {
      const begun =
        active === undefined ? newTicket({ ...ticketDraft(), conversation }, ports) : turnOn(active);
      return turnItems(table, withMessage(begun), ports);
    },
    closeItems: (ticket: TicketRow): WriteItem[] => {
      const previousId = readConversation()?.lastClosedByQueue['0'];
      const turn = closeTicket(
        {
          ticket,
          attendance: readAttendance(ticket.id),
          conversation: readConversation(),
          previousClosed: previousId === undefined ? undefined : readTicket(previousId),
        },
        { userId: ATTENDANT, logType: 'closed' },
        ports,
      );
      return turnItems(table, turn, ports);
    },
  };

  function ticketDraft() {
    return {
      ticketId: ++lastTicket,
      contact: readContact(),
      connectionId: CONNECTION,
      channel: 'whatsapp' as const,
      conversation: undefined,
      status: 'pending' as const,
      isActiveDemand: false,
    };
  }
};

describe('a ticket that closes while messages arrive', () => {
  it(
    'R12: every message is on a ticket that was active when it was stored, in 2 000 interleavings',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 2 }), async (scheduler, closers) => {
          const world = setUp();
          const { memory } = world;
          world.openOne();
          const step = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label);
          const until = async (attempt: () => Promise<boolean>): Promise<void> => {
            for (let done = false; !done; ) {
              done = await attempt().catch((error: unknown) => {
                if (error instanceof WriteConflict) return false;
                throw error;
              });
            }
          };
          const commitChecked = (items: readonly WriteItem[]) => {
            const before = new Map(memory.all(Ticket).map((row) => [row.id, row.status]));
            memory.commit(items);
            for (const item of items) {
              if (item.op !== 'put' || item.entity !== Message.name) continue;
              // On a ticket that was active, or that the same commit created.
              expect(['pending', undefined]).toContain(before.get(parseRow(Message, item.item).ticketId));
            }
            const active = memory.all(Ticket).filter((row) => row.status !== 'closed');
            expect(active.length).toBeLessThanOrEqual(1);
            expect(world.readConversation()?.activeTicketId ?? null).toBe(active[0]?.id ?? null);
          };
          const takeIn = () =>
            until(async () => {
              await step('message reads');
              const conversation = world.readConversation();
              const activeId = conversation?.activeTicketId ?? null;
              await step('message reads the ticket');
              const active = activeId === null ? undefined : world.readTicket(activeId);
              if (active?.status === 'closed') return false;
              const items = world.takeInItems(conversation, active);
              await step('message commits');
              commitChecked(items);
              return true;
            });
          const close = () =>
            until(async () => {
              await step('close reads');
              const activeId = world.readConversation()?.activeTicketId ?? null;
              if (activeId === null) return true;
              const ticket = world.readTicket(activeId);
              const items = world.closeItems(ticket);
              await step('close commits');
              commitChecked(items);
              return true;
            });
          const work = Promise.all([takeIn(), takeIn(), ...Array.from({ length: closers }, close)]);
          await scheduler.waitFor(work);
          expect(memory.all(Message)).toHaveLength(2);
          const closed = memory.all(Ticket).filter((row) => row.status === 'closed');
          expect(closed.filter((row) => row.latestClosed === true)).toHaveLength(Math.min(1, closed.length));
          expect(closed.every((row) => row.unreadMessages === 0)).toBe(true);
        }),
        { numRuns: 2_000 },
      );
    },
    TIMEOUT_MS,
  );

  it('R11: of four simultaneous first messages only one creates the ticket, in 500 interleavings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const world = setUp();
        const made: number[] = [];
        const takeIn = async (): Promise<void> => {
          for (;;) {
            await scheduler.schedule(Promise.resolve(), 'read');
            const conversation = world.readConversation();
            const activeId = conversation?.activeTicketId ?? null;
            const items = world.takeInItems(
              conversation,
              activeId === null ? undefined : world.readTicket(activeId),
            );
            await scheduler.schedule(Promise.resolve(), 'commit');
            try {
              world.memory.commit(items);
              made.push(activeId ?? 0);
              return;
            } catch (error) {
              if (!(error instanceof WriteConflict)) throw error;
            }
          }
        };
        await scheduler.waitFor(Promise.all(Array.from({ length: 4 }, takeIn)));
        expect(world.memory.all(Ticket)).toHaveLength(1);
        expect(world.memory.all(Message)).toHaveLength(4);
        expect(made.filter((ticket) => ticket === 0)).toHaveLength(1);
        expect(world.memory.all(Ticket)[0]?.unreadMessages).toBe(4);
      }),
      { numRuns: 500 },
    );
  });
});
