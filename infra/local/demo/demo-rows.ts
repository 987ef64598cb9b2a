import { makeOwnMessageId } from '@prosa/functions/channels/whatsapp/own-message-id.ts';
import { canonicalIdentity } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { makeMessageId, makeOwnSortKey, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { messagePreview } from '@prosa/functions/domain/messages/message-preview.ts';
import { signedText } from '@prosa/functions/domain/messages/outbound-content.ts';
import { ticketContactOf } from '@prosa/functions/domain/presenters/present-contact.ts';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import { MENU, NO_AUTOMATION } from '@prosa/functions/domain/tickets/automation.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Contact, ContactAlias } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Conversation, Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import {
  Attendance,
  ContactTicket,
  Ticket,
  TicketLog,
  TicketNote,
} from '@prosa/functions/platform/table/entities/tickets.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { type Contact as ContactFields, contactSchema } from '@prosa/shared/entities/contact.ts';
import { type Message as MessageFields, messageSchema } from '@prosa/shared/entities/message.ts';
import { type Ticket as TicketFields, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { userRatingOf } from '@prosa/shared/rules/rating.ts';
import { DEMO_CONTACTS } from './demo-contacts.ts';
import { makeDemoFile } from './demo-files.ts';
import type { createDemoIds } from './demo-ids.ts';
import { type DemoLine, parseDemoLine } from './demo-line.ts';
import { DEMO_CONNECTION, DEMO_QUEUES, DEMO_TAGS, DEMO_USERS } from './demo-organisation.ts';
import type { DemoContact, DemoConversation } from './demo-types.ts';

const MINUTE_MS = 60_000;

export interface StoredFile {
  key: string;
  bytes: Buffer;
  mimeType: string;
  fileName: string;
}

export interface DemoRows {
  items: WriteItem[];
  files: StoredFile[];
  tickets: number;
  contacts: number;
}

interface Scope {
  table: Table;
  companyId: number;
  /** Epoch milliseconds of the seeding; all times are counted back from it. */
  baseMs: number;
  ids: ReturnType<typeof createDemoIds>;
  files: StoredFile[];
}

const connectionId = DEMO_CONNECTION.id;

const contactOf = (demo: DemoContact, id: number, companyId: number): ContactFields =>
  contactSchema.parse({
    companyId,
    id,
    name: demo.name,
    number: demo.number,
    email: demo.email ?? '',
    channel: 'whatsapp',
    identities: [{ kind: demo.isGroup === true ? 'group' : 'phone', value: demo.number }],
    isGroup: demo.isGroup ?? false,
    tags: (demo.tags ?? []).map((tag) => DEMO_TAGS[tag]),
    connectionId,
  });

/**
 * Returns the time of each line, oldest first: answers take a few minutes, and lines of the same author follow
 * quickly.
 */
const timesOf = (lines: readonly DemoLine[], lastMs: number, ids: Scope['ids']): number[] => {
  let at = lastMs;
  return lines
    .map((line, index) => ({ line, next: lines[index + 1] }))
    .toReversed()
    .map(({ line, next }) => {
      if (next !== undefined)
        at -= (next.from === line.from ? 20 + ids.number(40) : 60 + ids.number(300)) * 1000;
      return at;
    })
    .toReversed();
};

const mediaOf = (line: DemoLine, { companyId, ids, files }: Scope): MessageFields['media'] => {
  if (line.file === null) return null;
  const { bytes, mimeType, fileName } = makeDemoFile(line.file);
  const key = storedKey(companyId, ids.uuid());
  files.push({ key, bytes, mimeType, fileName });
  const isVoice = line.file.kind === 'voice';
  return {
    state: 'stored',
    key,
    mimeType,
    fileName,
    size: bytes.length,
    voice: isVoice,
    durationS: line.file.kind === 'voice' ? line.file.durationS : null,
    reason: '',
  };
};

const statesOf = (line: DemoLine, isAnswered: boolean, isRead: boolean) => {
  switch (line.from) {
    case 'customer':
      return { sendState: 'received', read: isRead } as const;
    case 'attendant':
      return { sendState: 'sent', ack: isAnswered ? 3 : 2, read: true, attempt: 1 } as const;
    case 'private':
      return { sendState: 'private', isPrivate: true, read: true } as const;
  }
};

interface Told {
  demo: DemoConversation;
  contact: ContactFields;
  lines: DemoLine[];
  times: number[];
  startMs: number;
}

const tell = (demo: DemoConversation, contacts: ReadonlyMap<string, ContactFields>, scope: Scope): Told => {
  const contact = contacts.get(demo.who);
  if (contact === undefined) throw new Error(`no demo contact ${demo.who}`);
  const lines = demo.say.map((line) => parseDemoLine(line, contact.isGroup));
  const times = timesOf(lines, scope.baseMs - demo.ago * MINUTE_MS, scope.ids);
  return { demo, contact, lines, times, startMs: times[0] ?? scope.baseMs };
};

const messagesOf = (
  told: Told,
  ticket: Pick<TicketFields, 'id' | 'queueId'>,
  contacts: ReadonlyMap<string, ContactFields>,
  scope: Scope,
): MessageFields[] => {
  const { demo, contact, lines, times } = told;
  const user = DEMO_USERS[demo.by ?? 'ana'];
  const firstUnread = lines.length - (demo.unread ?? 0);
  const lastAnswer = lines.findLastIndex((line) => line.from === 'customer');
  return lines.map((line, index) => {
    const sentAtMs = times[index] ?? scope.baseMs;
    const fromMe = line.from !== 'customer';
    const place = {
      contactId: contact.id,
      connectionId,
      sortKey: (fromMe ? makeOwnSortKey : makeSortKey)(sentAtMs, scope.ids.sortable(sentAtMs)),
    };
    const id = makeMessageId(place);
    const isSigned = line.from === 'attendant' && line.mediaType === 'extendedTextMessage';
    const writer = line.writer === null ? undefined : contacts.get(line.writer);
    return messageSchema.parse({
      ...place,
      companyId: scope.companyId,
      id,
      ticketId: ticket.id,
      queueId: ticket.queueId,
      userId: fromMe ? user.id : null,
      providerMessageId: line.from === 'private' ? null : fromMe ? makeOwnMessageId(place) : `CUSTOMER${id}`,
      fromMe,
      body: isSigned ? signedText(line.body, user.name) : line.body,
      mediaType: line.mediaType,
      dataJson: line.dataJson,
      media: mediaOf(line, scope),
      participant: writer === undefined ? null : { contactId: writer.id, name: writer.name },
      ...statesOf(line, index < lastAnswer, index < firstUnread),
      sentAt: toInstant(sentAtMs),
    });
  });
};

/** Adds a thumbs-up reaction or a quoted reply to some conversations. */
const liven = (messages: MessageFields[], contact: ContactFields, ticketId: number): MessageFields[] => {
  const answered = messages.findLastIndex(
    (message, index) => message.sendState === 'sent' && messages[index + 1]?.sendState === 'received',
  );
  const [answer, reply] = [messages[answered], messages[answered + 1]];
  if (answer === undefined || reply === undefined) return messages;
  if (ticketId % 4 === 0) {
    const own = { emoji: '👍', fromMe: false, by: 'contact', name: contact.name };
    const reaction = { ...own, at: reply.sentAt, arrival: null };
    return messages.with(answered, { ...answer, reactions: [reaction] });
  }
  if (ticketId % 4 === 2) {
    const { id, body, fromMe, mediaType } = answer;
    return messages.with(answered + 1, {
      ...reply,
      quoted: { id, body, fromMe, mediaType, mediaKey: '', writer: null },
    });
  }
  return messages;
};

const RATES = [10, 9, 8, 10, 6, 9, 10, 7, 3, 10] as const;

/** Returns the customer's rating of a closed ticket; two in three customers give one. */
const rateOf = ({ id, closedAt }: Pick<TicketFields, 'id' | 'closedAt'>): number | null =>
  closedAt === null || id % 3 === 0 ? null : (RATES[id % RATES.length] ?? null);

const ticketOf = (told: Told, id: number, scope: Scope, messages: readonly MessageFields[]): TicketFields => {
  const { demo, contact, startMs } = told;
  const last = messages.findLast((message) => !message.isPrivate);
  const isClosed = demo.state === 'closed';
  const lastAt = last?.sentAt ?? toInstant(startMs);
  const closedAt = isClosed ? toInstant(Date.parse(lastAt) + MINUTE_MS) : null;
  const rate = rateOf({ id, closedAt });
  return ticketSchema.parse({
    companyId: scope.companyId,
    id,
    uuid: makeTicketUuid(id, scope.ids.uuid()),
    status: demo.state,
    channel: 'whatsapp',
    contactId: contact.id,
    contact: ticketContactOf(contact),
    connectionId,
    queueId: demo.queue === null ? null : DEMO_QUEUES[demo.queue].id,
    userId: demo.by === undefined ? null : DEMO_USERS[demo.by].id,
    isGroup: contact.isGroup,
    automation: demo.state === 'pending' && demo.queue === null ? MENU : NO_AUTOMATION,
    unreadMessages: demo.unread ?? 0,
    lastMessage: last === undefined ? '' : messagePreview(last),
    lastMessageAt: lastAt,
    activityAt: closedAt ?? lastAt,
    closedAt,
    userRating: rate === null ? null : userRatingOf(rate),
    fromMe: last?.fromMe ?? false,
    tags: contact.tags,
  });
};

/** Returns the rows of a ticket's log, attendance and note. */
const storyItems = (told: Told, ticket: TicketFields, { table, companyId, ids }: Scope): WriteItem[] => {
  const { demo, lines, times, startMs } = told;
  const { id: ticketId, queueId, userId, closedAt } = ticket;
  const rate = rateOf(ticket);
  const answeredMs = times[lines.findIndex((line) => line.from !== 'customer')] ?? startMs;
  const acceptedMs = Math.max(startMs, answeredMs - 15_000);
  const startedOn = toInstant(startMs);
  const log = (type: 'create' | 'queue' | 'open' | 'closed', atMs: number, by: number | null) =>
    table.put(
      TicketLog,
      { companyId, ticketId, id: ids.sortable(atMs), type, at: toInstant(atMs), userId: by, queueId },
      'any',
      atMs,
    );
  const note = { companyId, ticketId, contactId: ticket.contactId, userId: userId ?? DEMO_USERS.ana.id };
  return [
    log('create', startMs, null),
    ...(queueId === null ? [] : [log('queue', startMs + 1000, null)]),
    ...(userId === null ? [] : [log('open', acceptedMs, userId)]),
    ...(closedAt === null ? [] : [log('closed', Date.parse(closedAt), userId)]),
    table.put(
      Attendance,
      {
        companyId,
        ticketId,
        id: ids.sortable(startMs),
        startedOn,
        queuedAt: queueId === null ? null : startedOn,
        startedAt: userId === null ? null : toInstant(acceptedMs),
        closedAt,
        finishedAt: closedAt,
        ratingAt: closedAt,
        rated: rate !== null,
        rate,
        userId,
        queueId,
        connectionId,
      },
      'any',
      startMs,
    ),
    ...(demo.note === undefined
      ? []
      : [
          table.put(
            TicketNote,
            { ...note, id: ids.sortable(answeredMs), note: demo.note, at: toInstant(answeredMs) },
            'any',
            answeredMs,
          ),
        ]),
  ];
};

const contactItems = (contact: ContactFields, { table, companyId }: Scope, firstMs: number): WriteItem[] => [
  table.put(Contact, { ...contact, rowCreatedAt: toInstant(firstMs) }, 'any', firstMs),
  ...contact.identities.map((identity) =>
    table.put(
      ContactAlias,
      { companyId, ...canonicalIdentity(identity), contactId: contact.id },
      'any',
      firstMs,
    ),
  ),
];

/** Determines each contact's current conversation, and which of its closed tickets the lists show. */
const settle = (tickets: readonly TicketFields[], companyId: number) => {
  const conversations = new Map<
    number,
    {
      companyId: number;
      contactId: number;
      connectionId: number;
      activeTicketId: number | null;
      lastTicketId: number;
      lastClosedByQueue: Record<string, number>;
    }
  >();
  for (const { id, contactId, status, queueId } of tickets) {
    const before = conversations.get(contactId);
    const lastClosedByQueue = { ...before?.lastClosedByQueue };
    if (status === 'closed') lastClosedByQueue[String(queueId ?? 0)] = id;
    conversations.set(contactId, {
      companyId,
      contactId,
      connectionId,
      activeTicketId: status === 'closed' ? (before?.activeTicketId ?? null) : id,
      lastTicketId: id,
      lastClosedByQueue,
    });
  }
  return conversations;
};

/** Returns all rows of the demo's contacts and conversations; the same for the same `baseMs`. */
export const demoRows = (
  scope: Omit<Scope, 'files'>,
  conversations: readonly DemoConversation[],
): DemoRows => {
  const full: Scope = { ...scope, files: [] };
  const { table, companyId } = full;
  const contacts = new Map(
    DEMO_CONTACTS.map((demo, index) => [demo.name, contactOf(demo, index + 1, companyId)]),
  );
  const items: WriteItem[] = [];
  const tickets: TicketFields[] = [];
  const created = new Map<number, string>();
  const known = new Set<number>();
  const told = conversations.map((demo) => tell(demo, contacts, full)).sort((a, b) => a.startMs - b.startMs);
  for (const [index, conversation] of told.entries()) {
    const id = index + 1;
    const { contact, demo, startMs } = conversation;
    const queueId = demo.queue === null ? null : DEMO_QUEUES[demo.queue].id;
    const messages = liven(messagesOf(conversation, { id, queueId }, contacts, full), contact, id);
    const ticket = ticketOf(conversation, id, full, messages);
    tickets.push(ticket);
    created.set(id, toInstant(startMs));
    if (!known.has(contact.id)) {
      known.add(contact.id);
      items.push(...contactItems(contact, full, startMs));
    }
    items.push(...storyItems(conversation, ticket, full));
    for (const message of messages) {
      items.push(table.put(Message, message, 'any', Date.parse(message.sentAt)));
      const { providerMessageId, id: messageId, fromMe } = message;
      if (providerMessageId !== null && !fromMe) {
        items.push(
          table.put(ProviderMessage, { companyId, connectionId, providerMessageId, messageId }, 'any'),
        );
      }
    }
  }
  const pointers = settle(tickets, companyId);
  for (const conversation of pointers.values()) items.push(table.put(Conversation, conversation, 'any'));
  for (const ticket of tickets) {
    const shown = pointers.get(ticket.contactId)?.lastClosedByQueue[String(ticket.queueId ?? 0)];
    const latestClosed = ticket.status === 'closed' && shown === ticket.id;
    const rowCreatedAt = created.get(ticket.id) ?? ticket.activityAt;
    const { id: ticketId, contactId } = ticket;
    items.push(
      table.put(Ticket, { ...ticket, latestClosed, rowCreatedAt }, 'any', Date.parse(ticket.activityAt)),
      table.put(ContactTicket, { companyId, contactId, ticketId }, 'any', Date.parse(rowCreatedAt)),
    );
  }
  return { items, files: full.files, tickets: tickets.length, contacts: contacts.size };
};
