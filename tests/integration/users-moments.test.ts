import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import { PANEL_TICKETS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { ticketRow } from '../factories/rows.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const MINUTE_MS = 60_000;
/** Rows per transaction. */
const ROWS_AT_ONCE = 50;

const MAX_UNITS = 45;

let minutes = 0;
const ticketItem = (company: TestCompany, id: number, fields: Partial<TicketFields>) =>
  company.table.put(
    Ticket,
    {
      ...ticketRow({
        companyId: company.id,
        id,
        activityAt: new Date(Date.parse('2026-11-20T12:00:00.000Z') + ++minutes * MINUTE_MS).toISOString(),
        ...fields,
      }),
      version: 0,
    },
    'absent',
  );
const ask = (token: string) => call(tickets, { to: 'GET /usersMoments', token });
const idsFor = async (token: string): Promise<number[]> => {
  const { status, body } = await ask(token);
  expect(status, JSON.stringify(body)).toBe(200);
  return ticketRoutes.usersMoments.response.parse(body).map(({ id }) => id);
};

describe('the attendance panel', () => {
  it('shows open and pending tickets, the latest activity last: to administrators all, to others those of their queues', async () => {
    const company = await makeCompany();
    const [sales, support] = [await company.addQueue(), await company.addQueue()];
    const watcher = await company.addUser({ queueIds: [sales], allowRealTime: true });
    const colleague = await company.addUser({ queueIds: [sales, support] });
    const item = (id: number, fields: Partial<TicketFields>) => ticketItem(company, id, fields);
    await commit([
      item(1, { status: 'open', userId: colleague.id, queueId: sales }),
      item(2, { status: 'pending', queueId: sales }),
      item(3, { status: 'open', userId: colleague.id, queueId: support }),
      item(4, { status: 'pending', queueId: support }),
      item(5, { status: 'pending', queueId: null }),
      item(6, { status: 'closed', userId: watcher.id, queueId: sales }),
      item(7, { status: 'group', userId: null, queueId: sales, isGroup: true }),
      item(8, { status: 'open', userId: watcher.id, queueId: support }),
      item(9, { status: 'open', userId: watcher.id, queueId: sales }),
      item(10, { status: 'lgpd', queueId: sales }),
    ]);
    expect(await idsFor(company.admin.token)).toEqual([1, 2, 3, 4, 5, 8, 9]);
    expect(await idsFor(watcher.token)).toEqual([1, 2, 8, 9]);
    const all = await company.addUser({ queueIds: [support], allowRealTime: true, allTicket: true });
    expect(await idsFor(all.token)).toEqual([3, 4, 5, 8]);
  });

  it("shows each ticket's attendant, place and last message", async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue({ name: 'Vendas', color: '#112233' });
    const connectionId = await company.addConnection({ name: 'Loja' });
    const ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
    const fields = { status: 'open', userId: ana.id, queueId, connectionId, lastMessage: 'Oi' } as const;
    await commit([ticketItem(company, 1, { ...fields, unreadMessages: 2 })]);
    const { body } = await ask(company.admin.token);
    expect(body).toMatchObject([
      {
        id: 1,
        uuid: expect.any(String),
        contact: { name: expect.any(String), number: expect.any(String), urlPicture: expect.any(String) },
        lastMessage: 'Oi',
        unreadMessages: 2,
        updatedAt: expect.any(String),
        whatsapp: { name: 'Loja' },
        queue: { name: 'Vendas', color: '#112233' },
        user: { id: ana.id, name: 'Ana' },
        userId: ana.id,
      },
    ]);
  });

  it('is refused when `allowRealTime` is disabled, and gives no access to the tickets it shows', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const without = await company.addUser({ queueIds: [queueId], showDashboard: true, allUserChat: true });
    expect(await ask(without.token)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    const watcher = await company.addUser({ queueIds: [queueId], allowRealTime: true });
    await commit([
      ticketItem(company, 1, { status: 'open', userId: without.id, queueId, lastMessage: 'Oi' }),
    ]);
    expect(await idsFor(watcher.token)).toEqual([1]);
    const [shown] = ticketRoutes.usersMoments.response.parse((await ask(watcher.token)).body);
    // The panel shows who does what, and nothing that was said.
    expect(shown).toMatchObject({ user: { id: without.id }, lastMessage: '' });
    expect((await call(tickets, { to: 'GET /tickets/1', token: watcher.token })).status).toBe(404);
  });

  it('shows the latest tickets when there are too many, at about a read unit per 12 tickets', async () => {
    const company = await makeCompany();
    const [first, second] = [await company.addQueue(), await company.addQueue()];
    const users = [await company.addUser(), await company.addUser()];
    const count = PANEL_TICKETS_MAX + 60;
    const items = Array.from({ length: count }, (_, index) =>
      ticketItem(company, index + 1, {
        status: index % 3 === 0 ? 'pending' : 'open',
        userId: index % 3 === 0 ? null : (users[index % 2]?.id ?? null),
        queueId: index % 5 === 0 ? (first ?? null) : (second ?? null),
        lastMessage: 'Bom dia, o pedido já saiu para entrega?',
      }),
    );
    while (items.length > 0) await commit(items.splice(0, ROWS_AT_ONCE));
    // The first request also reads the directory and the session.
    await ask(company.admin.token);
    const { body, headers } = await ask(company.admin.token);
    const ids = ticketRoutes.usersMoments.response.parse(body).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: PANEL_TICKETS_MAX }, (_, index) => index + 61));
    const usage = z.object({ readUnits: z.number() }).parse(JSON.parse(String(headers['x-usage'])));
    expect(usage.readUnits).toBeLessThanOrEqual(MAX_UNITS);
  });
});
