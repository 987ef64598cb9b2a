import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { handler as internalChats } from '@prosa/functions/http/internal-chats/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as quickMessages } from '@prosa/functions/http/quick-messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as ticketReport } from '@prosa/functions/http/ticket-report/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { commit, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import {
  InternalChat,
  InternalChatMember,
  InternalChatMessage,
} from '@prosa/functions/platform/table/entities/internal-chats.ts';
import { Message, MessageToken } from '@prosa/functions/platform/table/entities/messages.ts';
import { QuickMessage } from '@prosa/functions/platform/table/entities/quick-messages.ts';
import { Schedule } from '@prosa/functions/platform/table/entities/schedules.ts';
import { Attendance, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { contactSchema } from '@prosa/shared/entities/contact.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { storedPicture } from '../factories/file-message.ts';
import { messageRow } from '../factories/rows.ts';
import { indexContact } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const UUID = '00000000-0000-4000-8000-000000000000';
const LANE = { id: 7, name: 'Coluna', color: '#112233' };
const VISIBLE = 50;
/** The first contact also talked in a queue that the attendant does not see. */
const TALK = { visible: 45, hidden: 60 };
const HIDDEN_FROM = 1000;
/** First serial number of the messages of that conversation. */
const TALKING = 5000;
const pageSchema = z.object({
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
  count: z.int(),
  tickets: z.array(z.unknown()).default([]),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  records: z.array(z.unknown()).default([]),
  schedules: z.array(z.unknown()).default([]),
  tags: z.array(z.unknown()).default([]),
});

interface Twin {
  company: TestCompany;
  /** Works in two of three queues; numbers are hidden from this user. */
  attendant: TestUser;
  /** Works in one queue. */
  colleague: TestUser;
  /** Sees the attendance panel of a queue in which colleagues have no hidden tickets. */
  watcher: TestUser;
}

/**
 * Creates one of two similar companies. `withHidden` adds rows that neither user may see, and uses other digits in
 * the numbers.
 */
const makeTwin = async (withHidden: boolean): Promise<Twin> => {
  const company = await makeCompany({
    company: { name: 'Loja' },
    settings: { enableLGPD: true, lgpdHideNumber: true },
  });
  const { table, id: companyId } = company;
  const queues = [];
  for (let nth = 0; nth < 3; nth++) queues.push(await company.addQueue());
  const [first = 0, second = 0, outOfSight = 0] = queues;
  const connectionId = await company.addConnection();
  const attendant = await company.addUser({
    queueIds: [first, second],
    allowGroup: true,
    showDashboard: true,
  });
  const colleague = await company.addUser({ queueIds: [first], allHistoric: false, showDashboard: true });
  const other = await company.addUser({ queueIds: [outOfSight] });
  const watcher = await company.addUser({ queueIds: [second], allowRealTime: true });
  const items: WriteItem[] = [table.put(Tag, { ...LANE, companyId, kanban: true }, 'absent', NOW)];
  const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();

  const contactOf = (id: number) => ({
    ...contactSchema.parse({
      companyId,
      id,
      name: id % 10 === 0 ? `Silva ${id} 2024` : `Silva ${id}`,
      number: `5561${withHidden ? '9736582' : '1111111'}${String(id % 100).padStart(2, '0')}`,
      channel: 'whatsapp',
    }),
    version: 1,
    rowCreatedAt: at(0),
    rowUpdatedAt: at(0),
  });
  const scheduleOf = (contactId: number) => {
    const { name, number } = contactOf(contactId);
    return table.put(
      Schedule,
      {
        companyId,
        id: contactId,
        body: `Lembrete ${contactId}, até amanhã`,
        contactId,
        contact: { id: contactId, name, number },
        firstSendAt: at(contactId),
        sendAt: at(contactId),
        status: 'pending',
        userId: attendant.id,
      },
      'absent',
      NOW,
    );
  };
  const ticket = (
    id: number,
    contactId: number,
    second: number,
    fields: { status: TicketStatus; queueId: number; userId?: number | null },
  ) => {
    const { name, number } = contactOf(contactId);
    items.push(
      table.put(
        Ticket,
        {
          companyId,
          id,
          uuid: makeTicketUuid(id, UUID),
          channel: 'whatsapp',
          contactId,
          contact: { id: contactId, name, number },
          connectionId,
          isGroup: fields.status === 'group',
          latestClosed: fields.status === 'closed',
          unreadMessages: 1,
          activityAt: at(second),
          // Every third contact is in the column of the board.
          ...(contactId % 3 === 0 ? { laneId: LANE.id, tags: [LANE] } : {}),
          ...fields,
        },
        'absent',
        NOW,
      ),
      table.put(
        Attendance,
        { companyId, ticketId: id, id: '1', startedOn: at(second), userId: fields.userId ?? null },
        'absent',
        NOW,
      ),
    );
  };
  const message = (ticketId: number, contactId: number, second: number, queueId: number, nth: number) => {
    const sortKey = `${NOW + second * 1000}-${String(nth).padStart(20, '0')}`;
    const row = messageRow({
      companyId,
      contactId,
      connectionId,
      sortKey,
      id: `${contactId}.${connectionId}.${sortKey}`,
      ticketId,
      queueId,
      body: 'o boleto venceu',
      sentAt: at(second),
      // The messages of the long conversation have pictures.
      ...(nth >= TALKING ? { mediaType: 'image' as const, media: storedPicture(companyId, second) } : {}),
    });
    items.push(
      table.put(Message, row, 'absent', NOW),
      ...['boleto', 'venceu'].map((word) =>
        table.put(MessageToken, { companyId, word, messageId: row.id, sortKey, ticketId }, 'absent', NOW),
      ),
    );
  };

  // A colleague's private quick messages lie between the company's shared ones.
  for (let nth = 0; nth < VISIBLE; nth++)
    for (const [id, userId, isShared] of [
      [nth + 1, other.id, true],
      [nth + HIDDEN_FROM, other.id, false],
    ] as const)
      if (isShared || withHidden)
        items.push(
          table.put(
            QuickMessage,
            {
              companyId,
              id,
              userId,
              isShared,
              shortcode: `atalho ${String(nth).padStart(2, '0')}`,
              message: 'Oi',
            },
            'absent',
            NOW,
          ),
        );

  // Chats of the attendant, between those of others with each other.
  for (let nth = 0; nth < VISIBLE; nth++)
    for (const [id, members] of [
      [nth + 1, [attendant.id, other.id]],
      [nth + HIDDEN_FROM, [other.id, company.admin.id]],
    ] as const)
      if (id < HIDDEN_FROM || withHidden)
        items.push(
          table.put(
            InternalChat,
            {
              companyId,
              id,
              uuid: UUID,
              title: `Grupo ${nth}`,
              isGroup: true,
              ownerId: other.id,
              members: members.map((userId) => ({ userId, read: 0 })),
              messages: 1,
              activityAt: at(nth),
            },
            'absent',
            NOW,
          ),
          ...members.map((userId) =>
            table.put(InternalChatMember, { companyId, userId, chatId: id }, 'absent', NOW),
          ),
          table.put(
            InternalChatMessage,
            { companyId, chatId: id, id: 1, senderId: other.id, message: 'olá' },
            'absent',
            NOW,
          ),
        );

  const kinds = [
    { status: 'pending', userId: null },
    { status: 'closed', userId: null },
    { status: 'group', userId: null },
    { status: 'open', userId: attendant.id },
  ] as const;
  let contactId = 0;
  const found: { contactId: number; ticketId: number }[] = [];
  for (const kind of kinds) {
    for (let nth = 0; nth < VISIBLE; nth++) {
      contactId += 1;
      items.push(table.put(Contact, contactOf(contactId), 'absent', NOW));
      if (kind.status === 'pending') items.push(scheduleOf(contactId));
      const isTheirs = nth % 2 === 1 && withHidden;
      if (nth % 2 === 0 || withHidden) {
        // With hidden rows, every other ticket is out of sight: in another queue, or with a colleague.
        const hidden =
          kind.status === 'pending' && nth % 4 === 1
            ? { ...kind, queueId: first, userId: other.id }
            : { ...kind, queueId: outOfSight, userId: kind.status === 'open' ? other.id : null };
        const fields = isTheirs ? hidden : { ...kind, queueId: nth % 4 === 0 ? first : second };
        const id = (isTheirs ? HIDDEN_FROM : 0) + contactId;
        ticket(id, contactId, contactId * 10, fields);
        message(id, contactId, contactId * 10, fields.queueId, contactId);
        found.push({ contactId, ticketId: id });
      }
    }
  }
  // One conversation whose messages alternate between queues.
  for (let nth = 0; nth < TALK.visible; nth++) message(1, 1, 20_000 + nth * 10, first, nth + TALKING);
  if (withHidden) {
    ticket(HIDDEN_FROM + 900, 1, 1, { status: 'closed', queueId: outOfSight, userId: null });
    for (let nth = 0; nth < TALK.hidden; nth++)
      message(HIDDEN_FROM + 900, 1, 20_005 + nth * 7, outOfSight, nth + 2 * TALKING);
  }
  for (let start = 0; start < items.length; start += 100) await commit(items.slice(start, start + 100));
  for (let id = 1; id <= contactId; id++) {
    const ticketId = found.find((one) => one.contactId === id)?.ticketId;
    await indexContact(table, contactOf(id), ticketId === undefined ? [] : [{ connectionId, ticketId }]);
  }
  return { company, attendant, colleague, watcher };
};

let plain: Twin;
let crowded: Twin;
beforeAll(async () => {
  plain = await makeTwin(false);
  crowded = await makeTwin(true);
});

/**
 * Returns a page as text that compares across companies: the cursor by its length, one company name, and no signed
 * links.
 */
const asText = (body: unknown, companyId: number): string => {
  const { cursor } = pageSchema.parse(body);
  const text = JSON.stringify(body)
    .replaceAll(`"companyId":${companyId}`, '"companyId":0')
    .replaceAll(/"mediaUrl":"[^"]*"/g, '"mediaUrl":"a link"');
  return cursor === null ? text : text.replace(cursor, `cursor of ${cursor.length}`);
};

/** Returns every page of a list as text. */
const read = async (
  handler: BoundRoutes,
  { company }: Twin,
  user: TestUser,
  target: string,
): Promise<string[]> => {
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    if (pages.length > 40) throw new Error('a listing without end');
    const glue = target.includes('?') ? '&' : '?';
    const to = cursor === '' ? target : `${target}${glue}cursor=${encodeURIComponent(cursor)}`;
    const answer = await call(handler, { to: `GET ${to}`, token: user.token });
    expect(answer.status, to).toBe(200);
    const page = pageSchema.parse(answer.body);
    // A cursor never leads to an empty page.
    const { tickets, contacts, messages, records, schedules, tags } = page;
    const shown = [tickets, contacts, messages, records, schedules, tags].flat();
    if (pages.length > 0) expect(shown.length, to).toBeGreaterThan(0);
    pages.push(asText(answer.body, company.id));
    cursor = page.cursor;
  }
  return pages;
};

/** Lists that only cursors lead through. */
const BOARD: typeof LISTINGS = [
  ['the board', tags, '/ticket/kanban'],
  ['a column of the board', tags, `/ticket/kanban?laneId=${LANE.id}`],
  ['the tickets without a column', tags, '/ticket/kanban?laneId=0'],
  ['a column by name', tags, `/ticket/kanban?laneId=${LANE.id}&searchParam=silva%202024`],
  ['a column by a filter', tags, `/ticket/kanban?laneId=${LANE.id}&filter=silva%20or%20unread`],
  ['a column by digits of one company', tags, `/ticket/kanban?laneId=${LANE.id}&searchParam=97365`],
  ['a column by digits of the other', tags, `/ticket/kanban?laneId=${LANE.id}&searchParam=1111111`],
];
const search = (text: string, rest = '') =>
  `/tickets?status=search&searchParam=${encodeURIComponent(text)}${rest}`;
const LISTINGS: [name: string, handler: BoundRoutes, target: string][] = [
  ...(['pending', 'open', 'closed', 'group'] as const).flatMap((status): typeof LISTINGS => [
    [`tickets that are ${status}`, tickets, `/tickets?status=${status}`],
    [
      `tickets that are ${status}, oldest first`,
      tickets,
      `/tickets?status=${status}&sortTickets=ASC&showAll=true`,
    ],
  ]),
  ['the search view before anything is typed', tickets, '/tickets?status=search'],
  ['the bell', tickets, '/tickets?withUnreadMessages=true'],
  ['tickets by name', tickets, search('silva')],
  ['tickets by name and more', tickets, search('silva 2024')],
  ['tickets by message', tickets, search('boleto', '&searchOnMessages=true')],
  ['tickets by messages of two words', tickets, search('boleto venceu', '&searchOnMessages=true')],
  ['tickets by digits of one company', tickets, search('97365', '&searchOnMessages=true')],
  ['tickets by digits of the other', tickets, search('1111111', '&searchOnMessages=true')],
  ['tickets by a filter', tickets, '/tickets?status=search&filter=silva%20-unread'],
  ['tickets of a column', tickets, `/tickets?status=open&showAll=true&filter=column:${LANE.id}`],
  ['tickets by a filter with digits of one company', tickets, '/tickets?status=search&filter=97365'],
  ['tickets by a filter with digits of the other', tickets, '/tickets?status=search&filter=1111111'],
  ['contacts', contacts, '/contacts'],
  ['contacts by name', contacts, '/contacts?searchParam=silva'],
  ['contacts by digits of one company', contacts, '/contacts?searchParam=97365'],
  ['contacts by digits of the other', contacts, '/contacts?searchParam=1111'],
  ['contacts by digits of a name', contacts, '/contacts?searchParam=2024'],
  ['schedules', schedules, '/schedules'],
  ['schedules of a user', schedules, '/schedules?userId=2'],
  ['schedules by name', schedules, '/schedules?searchParam=silva'],
  ['schedules by digits of one company', schedules, '/schedules?searchParam=97365'],
  ['schedules by digits of the other', schedules, '/schedules?searchParam=1111'],
  ['quick messages', quickMessages, '/quick-messages'],
  ['quick messages that are found', quickMessages, '/quick-messages?searchParam=atalho'],
  ['chats', internalChats, '/chats'],
  ['chats that are found', internalChats, '/chats?searchParam=grupo%202'],
  ['a conversation', messages, `/messages/${makeTicketUuid(1, UUID)}?markRead=false`],
  ['the files of a conversation', messages, `/messages/${makeTicketUuid(1, UUID)}/files`],
  ['the tickets of a contact', tickets, '/contacts/1/tickets'],
];

/** Lists without pages, and counts. */
const WHOLE: [name: string, handler: BoundRoutes, target: string][] = [
  ...(['pending', 'open', 'closed', 'group'] as const).flatMap((status): typeof WHOLE =>
    [
      '',
      '&unread=true',
      '&tags=[1]',
      '&filter=-queue:2',
      '&filter=silva',
      `&updatedAt=${new Date(NOW).toISOString().slice(0, 10)}`,
    ].map((filter): (typeof WHOLE)[number] => [
      `how many are ${status}${filter}`,
      tickets,
      `/tickets/count?status=${status}&showAll=true${filter}`,
    ]),
  ),
  ['how many the bell has', tickets, '/tickets/count?withUnreadMessages=true'],
  ['tickets of the last days', dashboard, '/dashboard/moments'],
  ['tickets of somebody else', dashboard, '/dashboard/moments?showAll=true&userId=2'],
  ['contacts', contacts, '/contacts/list'],
  ['contacts by name', contacts, '/contacts/list?name=silva'],
  ['contacts by digits of one company', contacts, '/contacts/list?name=97365'],
  ['contacts by digits of the other', contacts, '/contacts/list?name=1111'],
  ['quick messages', quickMessages, '/quick-messages/list'],
  ['the columns of the board', tags, '/tag/kanban'],
  ...['', '&status=["open"]', '&searchParam=97365', '&searchParam=1111', '&contactId=1'].map(
    (filter): (typeof WHOLE)[number] => [
      `the ticket report${filter}`,
      ticketReport,
      `/ticketreport/reports?dateFrom=2026-11-01&dateTo=2026-12-31&pageSize=100${filter}`,
    ],
  ),
  ['the columns of the board with a filter', tags, '/tag/kanban?filter=silva'],
];

/** For the user with the attendance panel. */
const PANEL: (typeof WHOLE)[number] = ['the attendance panel', tickets, '/usersMoments'];

describe('pages by number', () => {
  it.each(LISTINGS)('equal the pages by cursor: %s', async (_name, handler, target) => {
    const pages = await read(handler, crowded, crowded.attendant, target);
    const glue = target.includes('?') ? '&' : '?';
    for (let number = 1; number <= Math.min(pages.length + 1, 10); number++) {
      const to = `GET ${target}${glue}pageNumber=${number}`;
      const { status, body } = await call(handler, { to, token: crowded.attendant.token });
      expect(status, to).toBe(200);
      const page = pageSchema.parse(body);
      if (number > pages.length) expect(page).toMatchObject({ count: 0, hasMore: false, cursor: null });
      else expect(asText(body, crowded.company.id), to).toBe(pages[number - 1]);
    }
  });
});

describe('S-21 S-58: companies that differ only in hidden rows answer the same', () => {
  it.each([...LISTINGS, ...BOARD])('%s', async (_name, handler, target) => {
    for (const who of ['attendant', 'colleague'] as const) {
      const [one, other] = [
        await read(handler, plain, plain[who], target),
        await read(handler, crowded, crowded[who], target),
      ];
      expect(other, who).toEqual(one);
    }
  });

  it.each<(typeof WHOLE)[number]>([...WHOLE, PANEL])('%s, without pages', async (...[, handler, target]) => {
    for (const who of target === PANEL[2] ? (['watcher'] as const) : (['attendant', 'colleague'] as const)) {
      const texts = [];
      for (const { company, [who]: user } of [plain, crowded]) {
        const { status, body } = await call(handler, { to: `GET ${target}`, token: user.token });
        expect(status).toBe(200);
        texts.push(
          JSON.stringify(body)
            .replaceAll(`"companyId":${company.id}`, '"companyId":0')
            .replaceAll(`"company":{"id":${company.id}`, '"company":{"id":0'),
        );
      }
      expect(texts[1], who).toBe(texts[0]);
    }
  });

  it('the attendant sees some rows, and others are hidden', async () => {
    const seen = await read(tickets, crowded, crowded.attendant, search('boleto', '&searchOnMessages=true'));
    expect(seen.join()).toContain('"status":"pending"');
    const all = await read(tickets, crowded, crowded.company.admin, '/tickets?status=pending&showAll=true');
    const own = await read(tickets, crowded, crowded.attendant, '/tickets?status=pending');
    expect(all.join().length).toBeGreaterThan(own.join().length);
  });
});
