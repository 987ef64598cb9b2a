import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { sha256 } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactList, ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { GlobalCounter } from '@prosa/functions/platform/table/entities/counters.ts';
import { FileList } from '@prosa/functions/platform/table/entities/file-lists.ts';
import { Flow, FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import { QuickMessage } from '@prosa/functions/platform/table/entities/quick-messages.ts';
import { Session, Socket, SocketOwner, SocketToken } from '@prosa/functions/platform/table/entities/users.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { nextContactListItemId } from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { draftItem, flowItems } from '@prosa/functions/repositories/flows/flows.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import * as z from 'zod';
import { plantAssistant, plantAssistantCall, plantCorrection } from '../../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../../factories/company.ts';
import { greetingGraph } from '../../factories/flows.ts';
import { failedIndexes, sqsEvent, textEvent, type Where } from '../../factories/inbound-events.ts';
import { plantIntegration } from '../../factories/integrations.ts';
import { plantChat } from '../../factories/internal-chats.ts';
import { reload } from '../../factories/tickets.ts';
import { plantEndpoint } from '../../factories/webhooks.ts';
import { inbound } from '../../support/handlers.ts';
import { call } from './call.ts';
import type { TenantIds } from './route-requests.ts';

/** A customer who has written, and the ticket of those messages. */
interface Talk {
  number: string;
  contactId: number;
  ticketId: number;
  ticketUuid: string;
  /** Provider ids of the customer's messages. */
  wrote: string[];
}

/** A working company with one of everything that an operation may need. Two scenes with the same `nth` are alike. */
export interface Scene {
  company: TestCompany;
  where: Where;
  /** Attends `attended`; has a sign-in session and an open WebSocket connection. */
  ana: TestUser;
  /** Attends `bobs`. */
  bob: TestUser;
  ids: TenantIds;
  otherQueue: number;
  otherConnection: number;
  attended: Talk;
  bobs: Talk;
  waiting: Talk;
  closed: Talk;
  /** Ana's message to the customer. */
  sent: { id: string; providerMessageId: string };
  socketId: string;
  /** Socket token that opens one WebSocket connection of Ana's. */
  socketToken: string;
  sessionId: string;
}

const created = z.object({ id: z.union([z.string(), z.int()]) });
const sentSchema = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const HOUR_MS = 3_600_000;

export const makeScene = async (nth: number, nowMs: number): Promise<Scene> => {
  await commit([globalTable.put(GlobalCounter, { name: 'company', value: nth * 1_000_000 }, 'any')]);
  const company = await makeCompany({ company: { name: 'Loja' } });
  const { table, id: companyId } = company;
  const email = (name: string) => ({ name, email: `${name}@company${companyId}.example.com` });
  const option = 'option-of-the-queue';
  const queue = await company.addQueue({
    chatbots: [{ id: option, name: 'Segunda via', greetingMessage: 'De qual fatura?' }],
  });
  const otherQueue = await company.addQueue();
  const connection = await company.addConnection({
    isDefault: true,
    started: true,
    allowGroup: true,
    queueIds: [queue],
  });
  const otherConnection = await company.addConnection({ queueIds: [queue] });
  const ana = await company.addUser({ ...email('ana'), queueIds: [queue, otherQueue], allTicket: true });
  const bob = await company.addUser({ ...email('bob'), queueIds: [queue] });
  const where = { companyId, connectionId: connection };
  await commit([
    table.put(
      ConnectionState,
      { ...where, status: 'CONNECTED', epoch: 1, changedAt: toInstant(nowMs) },
      'absent',
    ),
  ]);

  const change = async (ticketId: number, user: TestUser, body: object): Promise<void> => {
    const answer = await call(tickets, { to: `PUT /tickets/${ticketId}`, token: user.token, body });
    if (answer.status !== 200) throw new Error(`a ticket was not changed: ${JSON.stringify(answer.body)}`);
  };
  const talk = async (number: string, attendant?: TestUser): Promise<Talk> => {
    const texts = ['oi', 'tem alguém?'].map((text, n) =>
      textEvent(where, number, text, { providerMessageId: `M-${number}-${n}`, sentAt: nowMs - HOUR_MS + n }),
    );
    if (failedIndexes(await inbound(sqsEvent(texts))).length > 0) throw new Error('a text was not stored');
    const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: number }]);
    const contactId = contact?.id ?? 0;
    const ticketId = (await loadConversation(table, contactId, connection))?.activeTicketId ?? 0;
    if (attendant !== undefined)
      await change(ticketId, attendant, { status: 'open', userId: attendant.id, queueId: queue });
    const { uuid } = await reload(table, ticketId);
    return {
      number,
      contactId,
      ticketId,
      ticketUuid: uuid,
      wrote: texts.map(({ providerMessageId }) => providerMessageId),
    };
  };
  const attended = await talk('5521980000001', ana);
  const bobs = await talk('5521980000002', bob);
  const waiting = await talk('5521980000003');
  const closed = await talk('5521980000004', ana);
  await change(closed.ticketId, ana, { status: 'closed', sendFarewellMessage: false });
  await change(waiting.ticketId, company.admin, { queueId: queue });

  const said = await call(messages, {
    to: `POST /messages/${attended.ticketId}`,
    token: ana.token,
    body: { body: 'pois não?' },
  });
  const [message] = sentSchema.parse(said.body).messages;
  const row = await loadMessage(table, message.id);
  const sent = { id: message.id, providerMessageId: row?.providerMessageId ?? '' };
  const settled = {
    v: 1,
    ...where,
    channel: 'whatsapp',
    receivedAt: nowMs,
    type: 'send-result',
    messageId: message.id,
    attempt: 1,
    result: { state: 'sent', providerMessageId: sent.providerMessageId },
  };
  if (failedIndexes(await inbound(sqsEvent([JSON.stringify(settled)]))).length > 0)
    throw new Error('a send was not settled');
  const note = await call(tickets, {
    to: 'POST /ticket-notes',
    token: ana.token,
    body: { ticketId: attended.ticketId, note: 'cliente antigo' },
  });

  const tag = await nextId(table, Tag);
  const lane = await nextId(table, Tag);
  const quickMessage = await nextId(table, QuickMessage);
  const fileList = await nextId(table, FileList);
  const contactList = await nextId(table, ContactList);
  const contactListItem = await nextContactListItemId(table, contactList);
  const campaign = await nextId(table, Campaign);
  const flow = await nextId(table, Flow);
  const flowPhrase = await nextId(table, FlowPhrase);
  const free = await call(contacts, {
    to: 'POST /contacts',
    token: ana.token,
    body: { name: 'Livre', number: '5521980000005' },
  });
  const schedule = await call(schedules, {
    to: 'POST /schedules',
    token: ana.token,
    body: { body: 'até amanhã', contactId: attended.contactId, sendAt: '2030-01-01T12:00:00.000Z' },
  });
  const [sessionId, socketId, socketToken] = [
    'session-of-ana',
    `socket-${companyId}`,
    `${'T'.repeat(36)}${companyId}`,
  ];
  const expiresAt = toInstant(nowMs + HOUR_MS);
  const webhooks = await plantEndpoint(company, { nowMs });
  await commit([
    table.put(Tag, { companyId, id: tag, name: 'cliente', color: '#112233' }, 'absent'),
    table.put(Tag, { companyId, id: lane, name: 'negociação', color: '#445566', kanban: true }, 'absent'),
    table.put(
      ContactList,
      { companyId, id: contactList, name: 'Natal', contacts: { all: 1, invalid: 0, unchecked: 1 } },
      'absent',
    ),
    table.put(
      ContactListItem,
      {
        companyId,
        contactListId: contactList,
        id: contactListItem,
        name: 'Maria',
        number: '5521980000077',
      },
      'absent',
    ),
    table.put(
      Campaign,
      {
        companyId,
        id: campaign,
        name: 'Ofertas',
        messages: ['Olá {nome}'],
        status: 'inactive',
        contactListId: contactList,
        connectionId: connection,
        createdById: bob.id,
      },
      'absent',
    ),
    ...flowItems(
      table,
      undefined,
      { companyId, id: flow, name: 'Boas-vindas', active: true, published: 0, createdById: bob.id },
      nowMs,
    ),
    draftItem(table, { companyId, id: flow }, undefined, greetingGraph(), nowMs),
    table.put(
      FlowPhrase,
      {
        companyId,
        id: flowPhrase,
        name: 'Promoção',
        flowId: flow,
        phrase: 'quero a promoção',
        status: false,
      },
      'absent',
    ),
    table.put(
      FileList,
      {
        companyId,
        id: fileList,
        name: 'Catálogo',
        message: 'Aqui está',
        options: [{ id: 'option', name: 'Preços' }],
        userId: bob.id,
      },
      'absent',
    ),
    table.put(
      QuickMessage,
      {
        companyId,
        id: quickMessage,
        shortcode: 'prazo',
        message: 'Até sexta',
        isShared: true,
        isEditableByAll: true,
        userId: bob.id,
      },
      'absent',
    ),
    table.put(
      Session,
      {
        companyId,
        id: sessionId,
        userId: ana.id,
        sessionVersion: 1,
        familyHash: 'f',
        currentHash: 'x',
        rotatedAt: toInstant(nowMs),
        expiresAt,
      },
      'absent',
    ),
    table.put(
      Socket,
      { companyId, socketId, userId: ana.id, sessionId, sessionVersion: 1, rooms: [], expiresAt },
      'absent',
      nowMs - HOUR_MS,
    ),
    globalTable.put(SocketOwner, { socketId, companyId, userId: ana.id, expiresAt }, 'absent'),
    globalTable.put(
      SocketToken,
      { hash: sha256(socketToken), companyId, userId: ana.id, sessionId, expiresAt },
      'absent',
    ),
  ]);
  const begins = { name: 'Fluxo', type: 'flowbuilder', flowId: flow } as const;
  const integrations = await plantIntegration(company, begins, nowMs);
  const assistant = await plantAssistant(company, {}, nowMs);
  const assistantCall = await plantAssistantCall(company, assistant, {}, nowMs);
  const assistantCorrection = await plantCorrection(company, assistant, {}, nowMs);
  const chat = await plantChat(company, [company.admin, ana, bob], {
    activityAt: toInstant(nowMs),
    messages: [{}, {}],
  });
  forgetDirectory(companyId);
  const first = await findContactByIdentities(table, [{ kind: 'phone', value: attended.number }]);
  if (first.contact === undefined) throw new Error('the customer is unknown');
  return {
    company,
    where,
    ana,
    bob,
    otherQueue,
    otherConnection,
    attended,
    bobs,
    waiting,
    closed,
    sent,
    socketId,
    socketToken,
    sessionId,
    ids: {
      company: companyId,
      ticket: attended.ticketId,
      ticketUuid: attended.ticketUuid,
      contact: Number(created.parse(free.body).id),
      queue,
      connection,
      user: bob.id,
      tag,
      lane,
      quickMessage,
      fileList,
      contactList,
      contactListItem,
      campaign,
      flow,
      flowPhrase,
      message: sent.id,
      note: String(created.parse(note.body).id),
      mediaKey: '',
      contactImport: '',
      ...webhooks,
      ...integrations,
      assistant,
      assistantCall,
      assistantCorrection,
      chat,
      session: sessionId,
      option,
      schedule: Number(created.parse(schedule.body).id),
    },
  };
};
