import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';
import { companyLines } from './support/table-scan.ts';

const table = useTable();

const SECOND_MS = 1000;
/** An hour ago, in whole seconds as WhatsApp tells times. */
const START_MS = Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 3_600_000;

let company: TestCompany;
let where: Where;
let serial = 0;

beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
});

const at = (seconds: number): number => START_MS + seconds * SECOND_MS;
const freshNumber = (): string => `5511${String(93_000_000 + ++serial)}`;
const chatOf = (number: string) => ({
  isGroup: false,
  identities: [{ kind: 'phone' as const, value: number }],
});
const text = (number: string, seconds: number): InboundEventOf<'message'> =>
  textEvent(where, number, `ao segundo ${seconds}`, { sentAt: at(seconds), receivedAt: at(seconds) });
const read = (number: string, seconds: number): InboundEvent => ({
  v: 1,
  ...where,
  channel: 'whatsapp',
  receivedAt: at(seconds),
  type: 'chat-read',
  chat: chatOf(number),
  until: at(seconds),
});

const ticketOf = async (number: string): Promise<TicketRow> => {
  const { contact } = await findContactByIdentities(company.table, chatOf(number).identities);
  const conversation =
    contact === undefined ? undefined : await loadConversation(company.table, contact.id, where.connectionId);
  const id = conversation?.activeTicketId ?? conversation?.lastTicketId;
  const ticket = id == null ? undefined : await loadTicket(company.table, id);
  if (ticket === undefined) throw new Error('no ticket');
  return ticket;
};
const unreadOf = async (number: string): Promise<number> => (await ticketOf(number)).unreadMessages;

/** Delivers each event in a message group of its own, all at once, until the worker has accepted every one. */
const takeAtOnce = async (...events: readonly InboundEvent[]): Promise<void> => {
  let pending = [...events];
  for (let tries = 0; pending.length > 0 && tries < 10; tries++) {
    const failed = failedIndexes(await inbound(sqsEvent(pending, String)));
    pending = failed.flatMap((index) => pending[index] ?? []);
  }
  expect(pending).toEqual([]);
};

describe('a chat read on the phone', () => {
  it('has no unread messages if nothing arrived after the reading', async () => {
    const number = freshNumber();
    await take(text(number, 1), text(number, 2), read(number, 2));
    expect(await unreadOf(number)).toBe(0);
  });

  it('keeps the messages unread that arrived after the reading', async () => {
    const number = freshNumber();
    await take(text(number, 1), text(number, 2), text(number, 3), text(number, 3), read(number, 2));
    expect(await unreadOf(number)).toBe(2);
  });

  it('changes nothing but the unread count and the row’s bookkeeping, and sends no command', async () => {
    const number = freshNumber();
    await take(text(number, 1));
    const before = await ticketOf(number);
    const linesBefore = await companyLines(table().endpoint, company.id);
    await take(read(number, 1));
    const after = await ticketOf(number);
    expect(after).toEqual({
      ...before,
      version: before.version + 1,
      rowUpdatedAt: after.rowUpdatedAt,
      unreadMessages: 0,
    });
    const added = (await companyLines(table().endpoint, company.id)).filter(
      (line) => !linesBefore.includes(line),
    );
    expect(added).toHaveLength(1);
  });

  it('stays unread after an older reading that arrives late', async () => {
    const number = freshNumber();
    await take(text(number, 1), read(number, 1), text(number, 5), read(number, 1), read(number, 3));
    expect(await unreadOf(number)).toBe(1);
  });

  it('does not become unread again when an older reading is repeated', async () => {
    const number = freshNumber();
    await take(text(number, 1), text(number, 5), read(number, 5), read(number, 1));
    expect(await unreadOf(number)).toBe(0);
  });

  it('has the newer message unread whichever of reading and message is processed first', async () => {
    for (let round = 0; round < 10; round++) {
      const number = freshNumber();
      await take(text(number, 1), text(number, 2));
      await takeAtOnce(read(number, 2), text(number, 3));
      expect(await unreadOf(number), `round ${round}`).toBe(1);
    }
  });

  it('clears a mark that a user set in the browser', async () => {
    const number = freshNumber();
    await take(text(number, 1), read(number, 1));
    const ticket = await ticketOf(number);
    await commit([company.table.put(Ticket, { ...ticket, unreadMessages: 1 }, ticket.version)]);
    await take(read(number, 9));
    expect(await unreadOf(number)).toBe(0);
  });

  it('keeps its count if more messages arrived after the reading than are counted', async () => {
    const number = freshNumber();
    await take(...Array.from({ length: 102 }, (_none, n) => text(number, n)));
    await take(read(number, 0));
    expect(await unreadOf(number)).toBe(102);
    await take(read(number, 1));
    expect(await unreadOf(number)).toBe(102);
    await take(read(number, 4));
    expect(await unreadOf(number)).toBe(97);
  });

  it('creates neither a contact nor a ticket for a stranger', async () => {
    const before = await companyLines(table().endpoint, company.id);
    await take(read(freshNumber(), 1));
    expect(await companyLines(table().endpoint, company.id)).toEqual(before);
  });
});
