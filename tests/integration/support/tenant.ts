import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactImport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { ContactList, ContactListItem } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { FileList } from '@prosa/functions/platform/table/entities/file-lists.ts';
import { Flow, FlowPhrase } from '@prosa/functions/platform/table/entities/flows.ts';
import { Upload } from '@prosa/functions/platform/table/entities/messages.ts';
import { QuickMessage } from '@prosa/functions/platform/table/entities/quick-messages.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { nextContactListItemId } from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import { draftItem, flowItems } from '@prosa/functions/repositories/flows/flows.ts';
import { loadSessions } from '@prosa/functions/repositories/users/sessions.ts';
import type { Stack } from '@prosa/infra/local/stack.ts';
import { CHAT_MESSAGES_PER_PAGE } from '@prosa/shared/contracts/internal-chats.ts';
import * as z from 'zod';
import { plantAssistant, plantAssistantCall, plantCorrection } from '../../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../../factories/company.ts';
import { greetingGraph } from '../../factories/flows.ts';
import { textEvent } from '../../factories/inbound-events.ts';
import { plantIntegration } from '../../factories/integrations.ts';
import { plantChat } from '../../factories/internal-chats.ts';
import { plantEndpoint } from '../../factories/webhooks.ts';
import { send } from './http.ts';
import type { TenantIds } from './route-requests.ts';

export interface Tenant {
  company: TestCompany;
  ids: TenantIds;
  /** Attends the ticket. */
  owner: TestUser;
  /** Works in no queue and sees no ticket. */
  stranger: TestUser;
  /** Text contained in every text of the company, which must not appear in another company's responses. */
  canary: string;
}

const COUNTERS = [
  'ticket',
  'contact',
  'user',
  'queue',
  'connection',
  'tag',
  'schedule',
  'quickMessage',
  'fileList',
  'contactList',
  'campaign',
  'flow',
  'flowPhrase',
  'webhookEndpoint',
  'integration',
  'assistant',
  'assistantCorrection',
  'internalChat',
].map((name) => ({ name }));
const ticketList = z.object({
  tickets: z.array(z.object({ id: z.int(), uuid: z.string(), contactId: z.int() })),
});
const messageList = z.object({ messages: z.array(z.object({ id: z.string() })) });
const created = z.object({ id: z.union([z.string(), z.int()]) });

/**
 * Creates a company with one of everything through the product: a customer writes, an attendant accepts and makes a
 * note. Its ids start after `firstId`, so that the ids of two companies never coincide.
 */
export const makeTenant = async (
  stack: Stack,
  canary: string,
  firstId: number,
  messages = 1,
): Promise<Tenant> => {
  const company = await makeCompany({ company: { name: canary }, settings: { transferMessage: canary } });
  const { table, id: companyId } = company;
  for (const counter of COUNTERS) await nextId(table, counter, firstId);
  const option = `option-${companyId}`;
  const queue = await company.addQueue({
    name: `${canary} queue`,
    greetingMessage: canary,
    token: `${canary} token`,
    chatbots: [{ id: option, name: `${canary} option`, greetingMessage: canary }],
  });
  const connection = await company.addConnection({ name: `${canary} connection`, queueIds: [queue] });
  const owner = await company.addUser({ name: `${canary} owner`, queueIds: [queue], allTicket: true });
  const stranger = await company.addUser({ name: `${canary} stranger` });
  forgetDirectory(companyId);

  const where = { companyId, connectionId: connection };
  for (let i = 0; i < messages; i++) {
    const event = textEvent(where, `5511${firstId + 900_000_000}`, `${canary} text ${i}`, {
      sentAt: Date.UTC(2026, 10, 20) + i * 1000,
    });
    stack.sqs.queue('inbound').send({
      body: JSON.stringify({ ...event, chat: { ...event.chat, name: `${canary} contact` } }),
      groupId: `${companyId}:${connection}`,
      deduplicationId: event.providerMessageId,
    });
  }
  await stack.drain();

  const { token } = owner;
  const pending = await send(stack.url, {
    method: 'GET',
    target: `/api/tickets?status=pending&queueIds=[${queue}]`,
    token,
  });
  const [ticket] = ticketList.parse(pending.body).tickets;
  if (ticket === undefined) throw new Error(`no ticket came of the customer's message: ${pending.status}`);
  const accepted = await send(stack.url, {
    method: 'PUT',
    target: `/api/tickets/${ticket.id}`,
    token,
    body: { status: 'open', userId: owner.id, queueId: queue },
  });
  if (accepted.status !== 200) throw new Error(`accepting answered ${accepted.status}`);
  const history = await send(stack.url, { method: 'GET', target: `/api/messages/${ticket.uuid}`, token });
  const [message] = messageList.parse(history.body).messages;
  const note = await send(stack.url, {
    method: 'POST',
    target: '/api/ticket-notes',
    token,
    body: { ticketId: ticket.id, note: `${canary} note` },
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
  const contact = await nextId(table, Contact);
  const webhooks = await plantEndpoint(company, { name: `${canary} endpoint`, events: [] });
  const mediaKey = `pending/t/${companyId}/0193f0e2-6e4a-4c1b-8f8a-${String(firstId).padStart(12, '0')}`;
  await commit([
    table.put(Tag, { companyId, id: tag, name: `${canary} tag`, color: '#112233' }, 'absent'),
    table.put(Tag, { companyId, id: lane, name: `${canary} lane`, color: '#445566', kanban: true }, 'absent'),
    table.put(
      ContactList,
      { companyId, id: contactList, name: `${canary} list`, contacts: { all: 1, invalid: 0, unchecked: 1 } },
      'absent',
    ),
    table.put(
      ContactListItem,
      {
        companyId,
        contactListId: contactList,
        id: contactListItem,
        name: `${canary} person`,
        number: `55119${String(firstId).padStart(8, '0')}`,
      },
      'absent',
    ),
    table.put(
      Campaign,
      {
        companyId,
        id: campaign,
        name: `${canary} campaign`,
        messages: [canary],
        status: 'inactive',
        contactListId: contactList,
        connectionId: connection,
        createdById: owner.id,
      },
      'absent',
    ),
    ...flowItems(
      table,
      undefined,
      { companyId, id: flow, name: `${canary} flow`, active: true, published: 0, createdById: owner.id },
      Date.now(),
    ),
    draftItem(table, { companyId, id: flow }, undefined, greetingGraph(canary), Date.now()),
    table.put(
      FlowPhrase,
      { companyId, id: flowPhrase, name: `${canary} phrase`, flowId: flow, phrase: canary, status: false },
      'absent',
    ),
    table.put(
      FileList,
      {
        companyId,
        id: fileList,
        name: `${canary} files`,
        message: canary,
        options: [{ id: 'option', name: `${canary} option` }],
        userId: owner.id,
      },
      'absent',
    ),
    table.put(
      QuickMessage,
      {
        companyId,
        id: quickMessage,
        shortcode: `${canary} shortcode`,
        message: canary,
        isShared: true,
        isEditableByAll: true,
        userId: owner.id,
      },
      'absent',
    ),
    table.put(
      Contact,
      {
        companyId,
        id: contact,
        name: `${canary} free`,
        number: `5521${firstId + 900_000_000}`,
        channel: 'whatsapp',
      },
      'absent',
    ),
    table.put(
      Upload,
      {
        companyId,
        key: mediaKey,
        userId: owner.id,
        fileName: `${canary}.png`,
        mimeType: 'image/png',
        at: new Date().toISOString(),
      },
      'absent',
    ),
  ]);
  const begins = { name: `${canary} integration`, type: 'flowbuilder', flowId: flow } as const;
  const integrations = await plantIntegration(company, begins);
  const assistant = await plantAssistant(company, { name: `${canary} assistant`, queueId: queue });
  const assistantCall = await plantAssistantCall(company, assistant, { answer: canary });
  const assistantCorrection = await plantCorrection(company, assistant, { question: canary, answer: canary });
  const chat = await plantChat(company, [company.admin, owner], {
    title: `${canary} chat`,
    messages: Array.from({ length: CHAT_MESSAGES_PER_PAGE + 1 }, () => ({ message: canary })),
  });
  const contactImport = systemIds.sortable(Date.now());
  await commit([
    table.put(
      ContactImport,
      {
        companyId,
        id: contactImport,
        userId: company.admin.id,
        fileName: `${canary}.csv`,
        sourceKey: mediaKey,
        state: 'ready',
        columns: [`${canary} column`, 'number'],
        rows: 1,
      },
      'absent',
    ),
  ]);
  const schedule = await send(stack.url, {
    method: 'POST',
    target: '/api/schedules',
    token,
    body: { body: `${canary} scheduled`, contactId: ticket.contactId, sendAt: '2030-01-01T12:00:00.000Z' },
  });
  const [session] = await loadSessions(company.table, owner.id);
  return {
    company,
    owner,
    stranger,
    canary,
    ids: {
      company: companyId,
      ticket: ticket.id,
      ticketUuid: ticket.uuid,
      contact,
      queue,
      connection,
      user: owner.id,
      tag,
      lane,
      quickMessage,
      fileList,
      contactList,
      contactListItem,
      campaign,
      flow,
      flowPhrase,
      message: message?.id ?? '',
      note: String(created.parse(note.body).id),
      mediaKey,
      contactImport,
      ...webhooks,
      ...integrations,
      assistant,
      assistantCall,
      assistantCorrection,
      chat,
      session: session?.id ?? '',
      option,
      schedule: Number(created.parse(schedule.body).id),
    },
  };
};
