import { makeMessageId, makeSortKey } from '@prosa/functions/domain/message-id.ts';
import { ticketContactOf } from '@prosa/functions/domain/presenters/present-contact.ts';
import { contactTokens } from '@prosa/functions/domain/search/contact-tokens.ts';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import {
  Company,
  Connection,
  ConnectionState,
  Contact,
  ContactToken,
  Conversation,
  Message,
  Queue,
  Ticket,
  User,
} from '@prosa/functions/platform/table/entities.ts';
import { openTable } from '@prosa/functions/platform/table/table.ts';
import type { Contact as ContactFields } from '@prosa/shared/entities/contact.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket.ts';

export interface DatasetPlan {
  companyId: number;
  planId: number;
  tickets: number;
  passwordHash: string;
}

/** What the measurements need to know of a generated company. */
export interface Dataset {
  companyId: number;
  tickets: number;
  contacts: number;
  messages: number;
  adminEmail: string;
  agentEmail: string;
  queueIds: number[];
  /** An open ticket of the agent, with a long conversation. */
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

const AGENTS = 20;
const QUEUES = 3;
const CONNECTION_ID = 1;
/** Tickets a contact comes back with, on average. */
const TICKETS_PER_CONTACT = 4;
const LONGEST_CONVERSATION = 400;
const START_MS = Date.UTC(2026, 0, 1);
const TICKET_EVERY_MS = 90_000;

/** A repeatable source of numbers in [0, 1). */
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Messages of a ticket: most have few, some very many (Pareto, exponent 1.3). */
const conversationLength = (random: number): number =>
  Math.min(LONGEST_CONVERSATION, Math.floor(2 / (1 - random) ** (1 / 1.3)));

const iso = (ms: number): string => new Date(ms).toISOString();
const RANDOM_UUID = '00000000-5bd2-4b1e-9c3a-2f7f6d1e8a90';

/** Makes a company with its people, contacts, tickets and messages; hands every stored item to `write`. */
export const generateCompany = (
  plan: DatasetPlan,
  write: (item: Record<string, unknown>) => void,
): Dataset => {
  const { companyId } = plan;
  const table = openTable(companyId);
  const random = seeded(companyId);
  const pick = <T>(list: readonly T[]): T => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('empty list');
    return value;
  };
  const put = (item: { item: Record<string, unknown> }) => write(item.item);
  const queueIds = Array.from({ length: QUEUES }, (_value, index) => index + 1);
  put(
    table.put(
      Company,
      { companyId, name: `Bench ${plan.tickets}`, planId: plan.planId, dueDate: '2999-12-31T00:00:00.000Z' },
      'absent',
    ),
  );
  for (const id of queueIds)
    put(
      table.put(
        Queue,
        { companyId, id, name: `Fila ${id}`, color: `#00${id}0${id}0`, orderQueue: id },
        'absent',
      ),
    );
  put(
    table.put(
      Connection,
      {
        companyId,
        id: CONNECTION_ID,
        name: 'WhatsApp',
        channel: 'whatsapp',
        isDefault: true,
        queueIds,
        started: false,
      },
      'absent',
    ),
  );
  put(
    table.put(
      ConnectionState,
      { companyId, connectionId: CONNECTION_ID, status: 'DISCONNECTED', changedAt: iso(START_MS) },
      'absent',
    ),
  );
  for (let id = 1; id <= AGENTS; id++) {
    put(
      table.put(
        User,
        {
          companyId,
          id,
          name: `Atendente ${id}`,
          email: `agent${id}@bench${companyId}.local`,
          passwordHash: plan.passwordHash,
          profile: id === 1 ? 'admin' : 'user',
          queueIds,
        },
        'absent',
      ),
    );
  }

  const contactCount = Math.max(1, Math.floor(plan.tickets / TICKETS_PER_CONTACT));
  const contacts: ContactFields[] = [];
  for (let id = 1; id <= contactCount; id++) {
    const number = `55119${String(10_000_000 + ((id * 7919) % 89_999_999)).padStart(8, '0')}`;
    const row = table.put(
      Contact,
      {
        companyId,
        id,
        name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)} ${id}`,
        number,
        channel: 'whatsapp',
        identities: [{ kind: 'phone', value: number }],
        connectionId: CONNECTION_ID,
      },
      'absent',
    );
    put(row);
    contacts.push(Contact.schema.parse(row.item));
  }

  const activeOf = new Map<number, number>();
  const lastClosedOf = new Map<string, number>();
  let messages = 0;
  let shown: { id: number; uuid: string; length: number } | undefined;
  // Newest first, so that the first ticket of a contact is the one that may be active and the first closed one per queue is the latest.
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
    const length = conversationLength(random());
    const lastMs = START_MS + id * TICKET_EVERY_MS;
    const uuid = makeTicketUuid(id, RANDOM_UUID);
    const lastMessage = pick(TEXTS);
    put(
      table.put(
        Ticket,
        {
          companyId,
          id,
          uuid,
          status,
          channel: 'whatsapp',
          contactId: contact.id,
          contact: ticketContactOf(contact),
          connectionId: CONNECTION_ID,
          queueId,
          userId,
          lastMessage,
          activityAt: iso(lastMs),
          latestClosed,
          unreadMessages: status === 'pending' ? 1 + Math.floor(random() * 5) : 0,
          closedAt: status === 'closed' ? iso(lastMs) : null,
        },
        'absent',
      ),
    );
    for (let n = 0; n < length; n++) {
      const sentAtMs = lastMs - (length - n) * 20_000;
      const sortKey = makeSortKey(sentAtMs, `${String(id).padStart(10, '0')}${String(n).padStart(10, '0')}`);
      const fromMe = n % 2 === 1;
      put(
        table.put(
          Message,
          {
            companyId,
            contactId: contact.id,
            connectionId: CONNECTION_ID,
            sortKey,
            id: makeMessageId({ contactId: contact.id, connectionId: CONNECTION_ID, sortKey }),
            ticketId: id,
            queueId,
            userId: fromMe ? userId : null,
            fromMe,
            body: n === length - 1 ? lastMessage : pick(TEXTS),
            ack: fromMe ? 3 : 0,
            sendState: fromMe ? 'sent' : 'received',
            sentAt: iso(sentAtMs),
          },
          'absent',
        ),
      );
    }
    messages += length;
    if (status === 'open' && userId === 2 && (shown === undefined || length > shown.length))
      shown = { id, uuid, length };
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
    put(
      table.put(
        Conversation,
        {
          companyId,
          contactId: contact.id,
          connectionId: CONNECTION_ID,
          activeTicketId,
          lastTicketId,
          lastClosedByQueue,
        },
        'absent',
      ),
    );
    for (const token of contactTokens(contact)) {
      put(
        table.put(
          ContactToken,
          {
            companyId,
            token,
            contactId: contact.id,
            name: contact.name,
            number: contact.number,
            isGroup: false,
            tickets: lastTicketId === null ? [] : [{ connectionId: CONNECTION_ID, ticketId: lastTicketId }],
          },
          'absent',
        ),
      );
    }
  }
  if (shown === undefined) throw new Error('no open ticket was made');
  return {
    companyId,
    tickets: plan.tickets,
    contacts: contactCount,
    messages,
    adminEmail: `agent1@bench${companyId}.local`,
    agentEmail: `agent2@bench${companyId}.local`,
    queueIds,
    ticketId: shown.id,
    ticketUuid: shown.uuid,
  };
};
