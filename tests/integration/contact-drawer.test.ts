import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { FILES_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { fileMessage } from '../factories/file-message.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { meterCompany } from './support/meter-company.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let queueId: number;
let hiddenQueueId: number;
let attendant: TestUser;

beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  hiddenQueueId = await company.addQueue();
  attendant = await company.addUser({ queueIds: [queueId] });
});

const get = (to: string, user: TestUser = attendant) =>
  call(to.includes('/messages/') ? messages : tickets, { to: `GET ${to}`, token: user.token });

describe('files of a conversation', () => {
  const makeFiles = async (count: number, change: (nth: number) => Parameters<typeof fileMessage>[2]) => {
    const connectionId = await company.addConnection();
    const contact = await makeContact(company.table);
    const ticket = await makeTicket(company.table, { contact, connectionId }, { queueId });
    const place = { companyId: company.id, contactId: contact.id, connectionId, ticketId: ticket.id };
    const rows = Array.from({ length: count }, (_, nth) =>
      fileMessage(place, nth, { queueId, ...change(nth) }),
    );
    await commit(rows.map((row) => company.table.put(Message, row, 'absent')));
    const read = async (cursor: string | null = null, user?: TestUser) => {
      const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await get(`/messages/${ticket.uuid}/files${query}`, user);
      expect(status).toBe(200);
      return messageRoutes.files.response.parse(body);
    };
    return { ticket, rows, read };
  };

  it('lists files newest first, page by page, with a link each, in four read units', async () => {
    const its = await makeFiles(FILES_PER_PAGE + 2, () => ({}));
    await its.read();
    const { result: first, usage } = await meterCompany(company, () => its.read());
    expect(usage.readUnits).toBeLessThanOrEqual(4);
    expect(first.messages.map(({ id }) => id)).toEqual(
      its.rows
        .map(({ id }) => id)
        .toReversed()
        .slice(0, FILES_PER_PAGE),
    );
    expect(first).toMatchObject({ count: FILES_PER_PAGE, hasMore: true });
    expect(first.messages[0]?.mediaUrl).toMatch(/^\/media\//);
    const second = await its.read(first.cursor);
    expect(second.messages.map(({ id }) => id)).toEqual([its.rows[1]?.id, its.rows[0]?.id]);
    expect(second).toMatchObject({ hasMore: false, cursor: null });
  });

  it('S-21: lists only files of the history the caller may read: no hidden queue, deleted or pending message, or sticker', async () => {
    const kinds: Parameters<typeof fileMessage>[2][] = [
      { queueId: hiddenQueueId, ticketId: 900_001 },
      { isDeleted: true },
      { media: null },
      { mediaType: 'stickerMessage' },
      {},
    ];
    const its = await makeFiles(kinds.length, (nth) => kinds[nth] ?? {});
    expect((await its.read()).messages.map(({ id }) => id)).toEqual([its.rows[4]?.id]);
    expect((await its.read(null, company.admin)).messages.map(({ id }) => id)).toEqual([
      its.rows[4]?.id,
      its.rows[0]?.id,
    ]);
    const stranger = await company.addUser({ queueIds: [hiddenQueueId] });
    expect((await get(`/messages/${its.ticket.uuid}/files`, stranger)).status).toBe(404);
  });
});

describe('tickets of a contact in the drawer', () => {
  const read = async (contactId: number, user?: TestUser, cursor = '') => {
    const { status, body } = await get(`/contacts/${contactId}/tickets${cursor}`, user);
    expect(status).toBe(200);
    return ticketRoutes.ofContact.response.parse(body);
  };

  it("S-21: lists the contact's tickets on every connection, newest first, as far as the caller may see them", async () => {
    const contact = await makeContact(company.table);
    const made = [];
    for (const queue of [queueId, hiddenQueueId, queueId, null]) {
      const place = { contact, connectionId: await company.addConnection() };
      made.push(await makeTicket(company.table, place, { queueId: queue }));
    }
    const [closed] = made;
    if (closed === undefined) throw new Error('no ticket was made');
    await commit([
      company.table.put(Ticket, { ...closed, status: 'closed', latestClosed: true }, closed.version),
    ]);
    const ids = made.map(({ id }) => id);
    expect((await read(contact.id, company.admin)).tickets.map(({ id }) => id)).toEqual(ids.toReversed());
    const seen = await read(contact.id);
    expect(seen.tickets.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
    expect(seen).toMatchObject({ count: 2, hasMore: false, cursor: null });
  });

  it('lists the tickets page by page, and answers not found for an unknown contact', async () => {
    const contact = await makeContact(company.table);
    const ids: number[] = [];
    for (let nth = 0; nth < 18; nth++) {
      const place = { contact, connectionId: await company.addConnection() };
      ids.push((await makeTicket(company.table, place, { queueId })).id);
    }
    const first = await read(contact.id);
    expect(first.tickets.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 16));
    const second = await read(contact.id, undefined, `?cursor=${encodeURIComponent(first.cursor ?? '')}`);
    expect(second.tickets.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    expect(second.hasMore).toBe(false);
    expect((await get('/contacts/999999/tickets')).status).toBe(404);
    const former = await makeContact(company.table);
    await commit([company.table.put(Contact, { ...former, mergedInto: contact.id }, former.version)]);
    expect((await read(former.id)).tickets).toEqual(first.tickets);
  });
});
