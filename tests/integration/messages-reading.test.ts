import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { call } from './support/call.ts';
import { codeOf, onlyOf, openDesk, pageOf, usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});

describe('reading a conversation', () => {
  it('pages back from the newest message without gaps or repetitions, in two reads within ten units', async () => {
    const texts = Array.from({ length: 47 }, (_, n) => `mensagem ${n} ${'x'.repeat(80)}`);
    const { ticket } = await desk.openConversation(texts.slice(0, 1));
    for (const text of texts.slice(1)) onlyOf(await desk.send(ticket, { body: text }));
    const first = await desk.list(ticket);
    expect(usageOf(first)).toMatchObject({ sequential: 2 });
    expect(usageOf(first).readUnits).toBeLessThanOrEqual(10);
    const pages = [pageOf(first)];
    for (let page = pages[0]; page?.cursor != null; page = pages.at(-1)) {
      pages.push(pageOf(await desk.list(ticket, `?cursor=${encodeURIComponent(page.cursor)}`)));
    }
    expect(pages.map(({ count }) => count)).toEqual([20, 20, 7]);
    const read = pages.toReversed().flatMap((page) => page.messages.map(({ body }) => body));
    expect(read).toEqual(texts);
  });

  it('opens around any message and pages in both directions without gaps or repetitions', async () => {
    const { ticket } = await desk.openConversation(['mensagem 0']);
    for (let n = 1; n < 60; n++) onlyOf(await desk.send(ticket, { body: `mensagem ${n}` }));
    const all = (await desk.messageRows(ticket)).map(({ id }) => id);
    const unread = (await desk.current(ticket)).unreadMessages;
    const around = pageOf(await desk.list(ticket, `?around=${all[20]}`));
    const ids = around.messages.map(({ id }) => id);
    expect(ids).toContain(all[20]);
    expect(ids).toEqual(all.slice(all.indexOf(ids[0] ?? ''), all.indexOf(ids[0] ?? '') + ids.length));
    expect(around).toMatchObject({ hasMore: true, hasNewer: true, count: 20 });
    expect((await desk.current(ticket)).unreadMessages).toBe(unread);

    const older = pageOf(await desk.list(ticket, `?cursor=${around.cursor}`));
    const newer: string[] = [];
    let hasNewer = true;
    for (let turn = 0; hasNewer && turn < 10; turn++) {
      const page = pageOf(await desk.list(ticket, `?newerThan=${newer.at(-1) ?? ids.at(-1)}`));
      newer.push(...page.messages.map(({ id }) => id));
      hasNewer = page.hasNewer;
    }
    expect([...older.messages.map(({ id }) => id), ...ids, ...newer]).toEqual(all);

    // A refetch starts with the newest page held, and goes back from there.
    const held = pageOf(await desk.list(ticket, `?newerThan=${ids.at(-1)}`));
    const again = pageOf(await desk.list(ticket, `?cursor=${held.cursor}`));
    expect(again.messages.at(-1)?.id).toBe(ids.at(-1));
  });

  it('refuses a page around a message of another conversation', async () => {
    const { ticket } = await desk.openConversation();
    const { ticket: other } = await desk.openConversation();
    const [foreign] = (await desk.messageRows(other)).map(({ id }) => id);
    for (const query of [`?around=${foreign}`, `?newerThan=${foreign}`])
      expect(codeOf(await desk.list(ticket, query))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });

  it("clears the unread count for the ticket's attendant only, and sends read receipts if the session is started", async () => {
    const { ticket } = await desk.openConversation(['um', 'dois', 'três']);
    expect(pageOf(await desk.list(ticket, '', desk.company.admin.token)).ticket.unreadMessages).toBe(3);
    expect(pageOf(await desk.list(ticket, '?markRead=false')).ticket.unreadMessages).toBe(3);
    // A later page does not count as reading the new messages, even if the first page was read on the way.
    expect(pageOf(await desk.list(ticket, '?pageNumber=2')).ticket.unreadMessages).toBe(3);
    const answer = await desk.list(ticket);
    expect(pageOf(answer).ticket.unreadMessages).toBe(0);
    expect((await desk.current(ticket)).unreadMessages).toBe(0);
    const [command] = await desk.commandsTo(ticket);
    expect(command).toMatchObject({ type: 'read', providerMessageIds: { length: 3 } });
    expect(usageOf(await desk.list(ticket)).writeUnits).toBe(0);
  });

  it('opens a conversation with all unread messages, up to 100, in one page and two reads', async () => {
    const texts = Array.from({ length: 60 }, (_, n) => `mensagem ${n}`);
    const { ticket } = await desk.openConversation(texts);
    const opening = await desk.list(ticket, '?markRead=false&untilUnread=true');
    expect(pageOf(opening)).toMatchObject({ count: 60, hasMore: false, hasNewer: false });
    expect(pageOf(opening).messages.map(({ body }) => body)).toEqual(texts);
    expect(usageOf(opening)).toMatchObject({ sequential: 2, writeUnits: 0 });

    for (let n = 0; n < 3; n++) onlyOf(await desk.send(ticket, { body: `resposta ${n}` }));
    const { unreadMessages } = await desk.current(ticket);
    const later = pageOf(await desk.list(ticket, '?markRead=false&untilUnread=true'));
    expect(later.count).toBe(unreadMessages > 0 ? 63 : 20);
  });

  it('reads only one page to open a conversation with 1,500 unread messages', async () => {
    const { ticket } = await desk.openConversation(Array.from({ length: 30 }, (_, n) => `mensagem ${n}`));
    const { table } = desk.company;
    const current = await desk.current(ticket);
    await commit([table.put(Ticket, { ...current, unreadMessages: 1500 }, current.version)]);
    const opening = pageOf(await desk.list(ticket, '?markRead=false&untilUnread=true'));
    expect(opening).toMatchObject({ count: 20, hasMore: true });
  });

  it('marks messages as read up to the newest seen message, also at the provider; newer messages stay unread', async () => {
    const { ticket } = await desk.openConversation(['um', 'dois', 'três', 'quatro']);
    const rows = (await desk.messageRows(ticket)).toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
    const read = (newestId: string | undefined, token = desk.ana.token) =>
      call(messages, { to: `POST /messages/read/${ticket.uuid}`, token, body: { newestId } });
    expect((await read(rows[3]?.id, desk.company.admin.token)).body).toMatchObject({ unreadMessages: 4 });
    expect((await read(rows[1]?.id)).body).toMatchObject({ unreadMessages: 2 });
    expect((await desk.current(ticket)).unreadMessages).toBe(2);
    expect(await desk.commandsTo(ticket)).toMatchObject([
      { type: 'read', providerMessageIds: [rows[1]?.providerMessageId, rows[0]?.providerMessageId] },
    ]);
    expect((await read(rows[3]?.id)).body).toMatchObject({ unreadMessages: 0 });
    expect(usageOf(await read(rows[3]?.id)).writeUnits).toBe(0);
    const { ticket: other } = await desk.openConversation();
    const [foreign] = (await desk.messageRows(other)).map(({ id }) => id);
    expect(codeOf(await read(foreign))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });

  it('clears the count but sends no command over a stopped connection', async () => {
    const { ticket } = await desk.openConversation(['um', 'dois']);
    await desk.setStarted(false);
    expect(pageOf(await desk.list(ticket)).ticket.unreadMessages).toBe(0);
    const to = `PUT /setunredmsg/${ticket.id}`;
    expect((await call(tickets, { to, token: desk.ana.token })).body).toMatchObject({ unreadMessages: 1 });
    await desk.setStarted(true);
    expect(await desk.commandsTo(ticket)).toEqual([]);
  });

  it('marking unread sends one command with the newest message that the provider has', async () => {
    const { ticket } = await desk.openConversation(['um', 'dois']);
    await desk.list(ticket);
    const newest = (await desk.messageRows(ticket)).toSorted((a, b) => (a.sortKey < b.sortKey ? 1 : -1))[0];
    for (let times = 0; times < 2; times++) {
      const to = `PUT /setunredmsg/${ticket.id}`;
      expect((await call(tickets, { to, token: desk.company.admin.token })).status).toBe(200);
    }
    const told = (await desk.commandsTo(ticket)).filter(({ type }) => type === 'mark-unread');
    expect(told).toMatchObject([
      {
        last: { providerMessageId: newest?.providerMessageId, fromMe: false },
        lastSentAt: Date.parse(newest?.sentAt ?? ''),
      },
    ]);
  });

  /** Opens a conversation that has a message of an older ticket in a queue in which nobody works. */
  const openWithHistory = async () => {
    const hidden = await desk.company.addQueue();
    const { ticket } = await desk.openConversation(['do suporte']);
    const [row] = await desk.messageRows(ticket);
    if (row === undefined) throw new Error('no message');
    const last = row.id.endsWith('0') ? '1' : '0';
    const place = {
      ...row,
      sortKey: `${row.sortKey.slice(0, -1)}${last}`,
      id: `${row.id.slice(0, -1)}${last}`,
    };
    await commit([
      desk.company.table.put(
        Message,
        { ...place, body: 'da diretoria', queueId: hidden, ticketId: 999_999 },
        'absent',
      ),
    ]);
    const bodies = async (token: string, query = '') =>
      pageOf(await desk.list(ticket, query, token))
        .messages.map(({ body }) => body)
        .toSorted();
    return { ticket, row, hidden, bodies };
  };

  it("shows the ticket's own messages, and older tickets' messages of the selected queues", async () => {
    const { hidden, bodies } = await openWithHistory();
    const { token } = desk.company.admin;
    expect(await bodies(token, `?selectedQueues=[${desk.queueId}]`)).toEqual(['do suporte']);
    expect(await bodies(token, `?selectedQueues=[${hidden}]`)).toEqual(['da diretoria', 'do suporte']);
  });

  it("S-21, S-17: shows only the history of the user's own queues, and nothing of other companies", async () => {
    const { ticket, row, hidden, bodies } = await openWithHistory();
    expect(await bodies(desk.ana.token)).toEqual(['do suporte']);
    expect(await bodies(desk.company.admin.token)).toEqual(['da diretoria', 'do suporte']);

    const [hiddenRow] = (await desk.messageRows(ticket)).filter(({ queueId: queue }) => queue === hidden);
    expect(codeOf(await desk.send(ticket, { body: 'x', quotedMsg: hiddenRow?.id }))).toEqual([
      404,
      'ERR_NO_MESSAGE_FOUND',
    ]);

    const other = await makeCompany();
    expect(codeOf(await desk.list(ticket, '', other.admin.token))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect(codeOf(await desk.send(ticket, { body: 'oi' }, other.admin.token))).toEqual([
      404,
      'ERR_NO_TICKET_FOUND',
    ]);
    expect(
      codeOf(await call(messages, { to: `DELETE /messages/${row.id}`, token: other.admin.token })),
    ).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });

  it('S-23: refuses a cursor of another conversation, user or filter', async () => {
    const { ticket } = await desk.openConversation();
    const other = await desk.openConversation();
    for (let n = 0; n < 21; n++) await desk.send(ticket, { body: `texto ${n}` });
    const { cursor } = pageOf(await desk.list(ticket));
    const query = `?cursor=${encodeURIComponent(cursor ?? '')}`;
    expect(codeOf(await desk.list(other.ticket, query))).toEqual([400, 'ERR_CURSOR_INVALID']);
    expect(codeOf(await desk.list(ticket, query, desk.company.admin.token))).toEqual([
      400,
      'ERR_CURSOR_INVALID',
    ]);
    expect(codeOf(await desk.list(ticket, `${query}x`))).toEqual([400, 'ERR_CURSOR_INVALID']);
    expect(codeOf(await desk.list(ticket, `${query}&selectedQueues=[1]`))).toEqual([
      400,
      'ERR_CURSOR_INVALID',
    ]);
  });
});
