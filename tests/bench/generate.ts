import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { ticketContactOf } from '@prosa/functions/domain/presenters/present-contact.ts';
import { contactTokens } from '@prosa/functions/domain/search/contact-tokens.ts';
import { messageWords } from '@prosa/functions/domain/search/message-words.ts';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Counter } from '@prosa/functions/platform/table/entities/counters.ts';
import { Conversation } from '@prosa/functions/platform/table/entities/messages.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import { connectionItems } from '@prosa/functions/repositories/connections/connections.ts';
import { queueItems } from '@prosa/functions/repositories/organisation/queues.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { queueSchema } from '@prosa/shared/entities/queue.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import { ownTable } from '../support/own-company.ts';
import { companyTemplates } from './company-templates.ts';
import { type EngineRow, engineRow } from './row-template.ts';
import { yearOfFigures } from './year-of-figures.ts';

export interface DatasetPlan {
  companyId: number;
  planId: number;
  tickets: number;
  queues: number;
  /** Number of messages of the ticket that is opened and scrolled. */
  shownMessages: number;
  passwordHash: string;
}

/** Facts about a generated company that the measurements need. */
export interface Dataset {
  companyId: number;
  tickets: number;
  contacts: number;
  messages: number;
  /** Write units for the search words of an average message. */
  wordUnits: number;
  adminEmail: string;
  agentEmail: string;
  queueIds: number[];
  /** Queues of the agent. */
  agentQueueIds: number[];
  /** An open ticket of the agent, with the long conversation. */
  ticketId: number;
  ticketUuid: string;
}

const FIRST_NAMES = [
  'Ana',
  'Bruno',
  'Carla',
  'Diego',
  'Elaine',
  'Fábio',
  'Gabriela',
  'Hugo',
  'Íris',
  'João',
  'Kátia',
  'Luís',
  'Marcela',
  'Nélson',
  'Olívia',
  'Paulo',
  'Raquel',
  'Sérgio',
  'Tatiana',
  'Vítor',
];
const LAST_NAMES = [
  'Almeida',
  'Barbosa',
  'Cardoso',
  'Duarte',
  'Esteves',
  'Ferreira',
  'Gonçalves',
  'Henriques',
  'Iglesias',
  'Jardim',
  'Leite',
  'Magalhães',
  'Nogueira',
  'Oliveira',
  'Pinheiro',
  'Queiroz',
  'Ribeiro',
  'Salgado',
  'Teixeira',
  'Vasconcelos',
];
const TEXTS = [
  'Bom dia, tudo bem?',
  'Gostaria de saber o prazo de entrega do meu pedido.',
  'Segue o comprovante.',
  'Obrigado pelo retorno!',
  'Pode me enviar a segunda via do boleto, por favor?',
  'Ainda não recebi.',
  'Perfeito, fico no aguardo.',
  'Qual o horário de atendimento?',
];

/** Search words computed once for each text, because there are very many messages. */
const WORDS = new Map(TEXTS.map((text) => [text, messageWords(text)]));
const wordsOf = (text: string): readonly string[] => WORDS.get(text) ?? messageWords(text);

const AGENTS = 20;
/** An attendant works in all queues of a small company, and in this many of a large one. */
const AGENT_QUEUES_MAX = 20;
const CONNECTION_ID = 1;
/** Average number of tickets per contact. */
const TICKETS_PER_CONTACT = 4;
const LONGEST_CONVERSATION = 400;
/** Start of the year of figures. */
export const START_MS = Date.UTC(2026, 0, 1);
/** A write unit covers a started kilobyte. */
const WRITE_UNIT_BYTES = 1024;
const TICKET_EVERY_MS = 90_000;
const MESSAGE_EVERY_MS = 20_000;

/** Returns a repeatable generator of numbers in [0, 1). */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Returns a ticket's number of messages: most have few, some very many (Pareto, exponent 1.3). */
const conversationLength = (random: number): number =>
  Math.min(LONGEST_CONVERSATION, Math.floor(2 / (1 - random) ** (1 / 1.3)));

const iso = (ms: number): string => new Date(ms).toISOString();
const RANDOM_UUID = '00000000-5bd2-4b1e-9c3a-2f7f6d1e8a90';

/** Makes the company itself, its queues, its connection and its users. */
const peopleOf = (
  plan: DatasetPlan,
  table: Table,
  queueIds: number[],
  agentQueueIds: number[],
): WriteItem[] => {
  const { companyId, planId, passwordHash } = plan;
  const name = `Bench ${plan.tickets}`;
  return [
    table.put(Company, { companyId, name, planId, dueDate: '2999-12-31' }, 'absent'),
    ...queueIds.flatMap((id) => {
      const color = `#${String(id).padStart(6, '0')}`;
      const queue = queueSchema.parse({ companyId, id, name: `Fila ${id}`, color, orderQueue: id });
      return queueItems(table, undefined, queue, START_MS);
    }),
    ...connectionItems(
      table,
      undefined,
      connectionSchema.parse({
        companyId,
        id: CONNECTION_ID,
        name: 'WhatsApp',
        channel: 'whatsapp',
        isDefault: true,
        queueIds,
        started: false,
      }),
      START_MS,
    ),
    table.put(
      ConnectionState,
      { companyId, connectionId: CONNECTION_ID, status: 'DISCONNECTED', changedAt: iso(START_MS) },
      'absent',
    ),
    ...Array.from({ length: AGENTS }, (_value, index) => {
      const id = index + 1;
      return userItems(
        table,
        undefined,
        userSchema.parse({
          companyId,
          id,
          name: `Atendente ${id}`,
          email: `agent${id}@bench${companyId}.local`,
          passwordHash,
          profile: id === 1 ? 'admin' : 'user',
          queueIds: id === 1 ? queueIds : agentQueueIds,
        }),
        START_MS,
      );
    }).flat(),
  ];
};

/** Takes a row; `item` makes the stored item of the same row through the table layer, for comparison. */
export type WriteRow = (row: EngineRow, item: () => Record<string, unknown>) => void;

/** Generates a company with its users, contacts, tickets and messages. Passes every row to `write`. */
export const generateCompany = (plan: DatasetPlan, write: WriteRow): Dataset => {
  const { companyId } = plan;
  const table = ownTable(companyId);
  const random = seeded(companyId);
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('empty list');
    return value;
  };
  const put = ({ item }: { item: Record<string, unknown> }) => write(engineRow(item), () => item);
  const queueIds = Array.from({ length: plan.queues }, (_value, index) => index + 1);
  const agentQueueIds = queueIds.slice(0, AGENT_QUEUES_MAX);
  const templates = companyTemplates(table, companyId, CONNECTION_ID, START_MS);
  for (const item of peopleOf(plan, table, queueIds, agentQueueIds)) if (item.op === 'put') put(item);

  const contactCount = Math.max(1, Math.floor(plan.tickets / TICKETS_PER_CONTACT));
  // Rows made during the measurement get the ids after the generated ones.
  for (const [name, value] of [
    ['ticket', plan.tickets],
    ['contact', contactCount],
  ] as const)
    put(table.put(Counter, { companyId, name, value }, 'absent', START_MS));
  for (const item of yearOfFigures(table, START_MS, AGENTS)) put({ item });

  const contacts = Array.from({ length: contactCount }, (_value, index) => {
    const id = index + 1;
    const number = `55119${String(10_000_000 + ((id * 7919) % 89_999_999)).padStart(8, '0')}`;
    const contact = contactSchema.parse({
      companyId,
      id,
      name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)} ${id}`,
      number,
      channel: 'whatsapp',
      identities: [{ kind: 'phone', value: number }],
      connectionId: CONNECTION_ID,
    });
    put(table.put(Contact, contact, 'absent', START_MS));
    return { ...contact, onTickets: ticketContactOf(contact) };
  });

  const activeOf = new Map<number, number>();
  const lastClosedOf = new Map<string, number>();
  let messages = 0;
  let wordUnits = 0;
  let shown: { id: number; uuid: string } | undefined;
  // Newest first, so that the first ticket of a contact is the one that may be active, and the first closed one per
  // queue is the latest.
  for (let id = plan.tickets; id >= 1; id--) {
    const contact = pick(contacts);
    const queueId = pick(queueIds);
    const wish = random();
    const active = !activeOf.has(contact.id) && wish < 0.2;
    const status: TicketStatus = active ? (wish < 0.08 ? 'pending' : 'open') : 'closed';
    if (active) activeOf.set(contact.id, id);
    const closedKey = `${contact.id}#${queueId}`;
    const latestClosed = status === 'closed' && !lastClosedOf.has(closedKey);
    if (latestClosed) lastClosedOf.set(closedKey, id);
    const userId = status === 'pending' ? null : 1 + Math.floor(random() * AGENTS);
    const usualLength = conversationLength(random());
    const lastMs = START_MS + id * TICKET_EVERY_MS;
    const uuid = makeTicketUuid(id, RANDOM_UUID);
    const isShown = shown === undefined && status === 'open' && userId === 2;
    if (isShown) shown = { id, uuid };
    const length = isShown ? plan.shownMessages : usualLength;
    const lastMessage = pick(TEXTS);
    const ticket = {
      id,
      uuid,
      status,
      contact: contact.onTickets,
      queueId,
      userId,
      lastMessage,
      activityAt: iso(lastMs),
      latestClosed,
      unreadMessages: status === 'pending' ? 1 + Math.floor(random() * 5) : 0,
    };
    write(templates.ticket.row(ticket), () => templates.ticket.make(ticket));
    const pointer = { contactId: contact.id, ticketId: id };
    write(templates.contactTicket.row(pointer), () => templates.contactTicket.make(pointer));
    const serial = String(id).padStart(10, '0');
    for (let n = 0; n < length; n++) {
      const sentAtMs = lastMs - (length - n) * MESSAGE_EVERY_MS;
      const fromMe = n % 2 === 1;
      const message = {
        contactId: contact.id,
        sortKey: makeSortKey(sentAtMs, serial + String(n).padStart(10, '0')),
        ticketId: id,
        queueId,
        userId: fromMe ? userId : null,
        fromMe,
        body: n === length - 1 ? lastMessage : pick(TEXTS),
        sentAt: iso(sentAtMs),
      };
      write(templates.message.row(message), () => templates.message.make(message));
      const messageId = makeMessageId({
        contactId: contact.id,
        connectionId: CONNECTION_ID,
        sortKey: message.sortKey,
      });
      for (const word of wordsOf(message.body)) {
        const found = { word, messageId, sortKey: message.sortKey, ticketId: id };
        const row = templates.word.row(found);
        wordUnits += Math.ceil(row.size / WRITE_UNIT_BYTES);
        write(row, () => templates.word.make(found));
      }
    }
    messages += length;
  }
  for (const contact of contacts) {
    const activeTicketId = activeOf.get(contact.id) ?? null;
    const lastClosedByQueue = Object.fromEntries(
      queueIds.flatMap((queueId) => {
        const id = lastClosedOf.get(`${contact.id}#${queueId}`);
        return id === undefined ? [] : [[String(queueId), id]];
      }),
    );
    const lastTicketId = Math.max(activeTicketId ?? 0, ...Object.values(lastClosedByQueue)) || null;
    const pointer = { contactId: contact.id, connectionId: CONNECTION_ID };
    put(
      table.put(
        Conversation,
        { ...pointer, companyId, activeTicketId, lastTicketId, lastClosedByQueue },
        'absent',
        START_MS,
      ),
    );
    for (const token of contactTokens(contact)) {
      const values = {
        token,
        contactId: contact.id,
        name: contact.name,
        number: contact.number,
        lastTicketId,
      };
      write(templates.token.row(values), () => templates.token.make(values));
    }
  }
  if (shown === undefined) throw new Error('no open ticket was made');
  return {
    companyId,
    tickets: plan.tickets,
    contacts: contactCount,
    messages,
    wordUnits: wordUnits / messages,
    adminEmail: `agent1@bench${companyId}.local`,
    agentEmail: `agent2@bench${companyId}.local`,
    queueIds,
    agentQueueIds,
    ticketId: shown.id,
    ticketUuid: shown.uuid,
  };
};
