import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import {
  activeTicket,
  customerSends,
  emptyStage,
  type Setup,
  type Stage,
  take,
  timePasses,
  worldOn,
} from '@prosa/functions/domain/engine/rehearsal.ts';
import {
  decideTicketUpdate,
  type TicketChange,
} from '@prosa/functions/domain/tickets/decide-ticket-update.ts';
import { attendantTurn } from '@prosa/functions/domain/turns/attendant-turn.ts';
import { createSystemIds } from '@prosa/functions/platform/ids.ts';
import { type CompanySettings, companySettingsSchema } from '@prosa/shared/entities/company.ts';
import { type Connection, connectionSchema } from '@prosa/shared/entities/connection.ts';
import {
  type ChatbotOption,
  chatbotOptionSchema,
  type Queue,
  queueSchema,
} from '@prosa/shared/entities/queue.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type DirectoryUser, directoryUserSchema } from '@prosa/shared/entities/user.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';

/** Tests of the engine play a small shop: connection 1, queues Vendas (1) and Suporte (2), attendants 1 (both) and 2 (Suporte). */
const COMPANY = 7;
export const SALES = 1;
export const SUPPORT = 2;
/** A Friday, 10:00 in São Paulo. */
export const FRIDAY_TEN = Date.parse('2026-11-20T13:00:00.000Z');
const MINUTE_MS = 60_000;

type Partly<T> = { [K in keyof T]?: T[K] };

export interface Shop {
  settings?: Partly<CompanySettings>;
  connection?: Partly<Connection>;
  queues?: Partly<Queue>[];
  company?: Partly<Setup['company']>;
  users?: Partly<DirectoryUser>[];
  online?: number[];
  channel?: Setup['channel'];
  chance?: number;
}

export const option = (
  name: string,
  fields: Partly<ChatbotOption> = {},
  options: ChatbotOption[] = [],
): ChatbotOption =>
  chatbotOptionSchema.parse({ id: name, name, greetingMessage: `${name}?`, ...fields, options });

export const setupOf = (shop: Shop): Setup => {
  const queues = (shop.queues ?? [{}, {}]).map((fields, index) =>
    queueSchema.parse({
      companyId: COMPANY,
      id: index + 1,
      name: ['Vendas', 'Suporte'][index] ?? `Fila ${index + 1}`,
      color: `#00000${index}`,
      orderQueue: index,
      greetingMessage: `Bem-vindo à fila ${index + 1}`,
      ...fields,
    }),
  );
  return {
    channel: shop.channel ?? whatsapp,
    company: {
      companyId: COMPANY,
      name: 'Loja',
      timeZone: 'America/Sao_Paulo',
      schedules: [],
      holidays: [],
      ...shop.company,
    },
    settings: companySettingsSchema.parse({
      companyId: COMPANY,
      sendGreetingAccepted: false,
      ...shop.settings,
    }),
    connection: connectionSchema.parse({
      companyId: COMPANY,
      id: 1,
      name: 'Loja',
      channel: 'whatsapp',
      queueIds: queues.map(({ id }) => id),
      greetingMessage: 'Olá, {{firstName}}! Escolha:',
      complationMessage: 'Até logo',
      ...shop.connection,
    }),
    queues,
    others: [],
    users: (shop.users ?? [{ queueIds: [SALES, SUPPORT] }, { queueIds: [SUPPORT] }]).map((fields, index) =>
      directoryUserSchema.parse({ companyId: COMPANY, id: index + 1, name: `U${index + 1}`, ...fields }),
    ),
    online: new Set(shop.online ?? [1, 2]),
    downloadLimitMb: 15,
    chance: shop.chance ?? 0,
  };
};

/** A conversation of tests, played by the very engine. */
export class Play {
  setup: Setup;
  stage: Stage;
  nowMs: number;
  private readonly ids = createSystemIds();
  private heardCount = 0;

  constructor(shop: Shop = {}, nowMs = FRIDAY_TEN) {
    this.setup = setupOf(shop);
    this.nowMs = nowMs;
    this.stage = emptyStage(this.setup, this.moment());
  }

  moment() {
    return { nowMs: this.nowMs, ids: this.ids };
  }

  /** What the customer is told since last asked: rule and text. */
  heard(): [string, string][] {
    const told = this.stage.messages.filter(({ fromMe }) => fromMe);
    const fresh = told.slice(this.heardCount);
    this.heardCount = told.length;
    return fresh.map(({ saidBy, body }) => [saidBy, body]);
  }

  /** A second after what was before. */
  sends(content: InboundContent, sentAtMs?: number): this {
    this.nowMs += 1000;
    this.stage = customerSends(this.stage, content, this.setup, this.moment(), sentAtMs ?? this.nowMs);
    return this;
  }
  says(text: string, sentAtMs?: number): this {
    return this.sends({ kind: 'text', text }, sentAtMs);
  }
  /** What the customer hears to a text. */
  asks(text: string): [string, string][] {
    this.heard();
    return this.says(text).heard();
  }

  waits(minutes: number): this {
    const until = this.nowMs + minutes * MINUTE_MS;
    this.stage = timePasses(this.stage, this.setup, until, this.ids);
    this.nowMs = until;
    return this;
  }

  /** An attendant's step on the active ticket; refused ones change nothing. */
  attendant(change: Partial<TicketChange>, userId = 1): this {
    const ticket = activeTicket(this.stage);
    if (ticket === undefined) return this;
    const user = this.setup.users.find(({ id }) => id === userId);
    if (user === undefined) throw new Error('no such attendant');
    const world = worldOn(this.stage, this.setup);
    const tracking = this.stage.trackings.get(ticket.id);
    const { connection, settings } = this.setup;
    const decision = decideTicketUpdate(
      { ticket, tracking },
      { sendFarewellMessage: true, sendGreetingMessage: true, isTransfered: false, ...change },
      { viewer: user, isAdmin: true, closesPending: true },
      {
        settings,
        plan: { useIntegrations: false },
        queues: world.queues,
        users: world.users,
        farewellMessage: '',
        connection: { ...connection, connected: true },
      },
      this.moment(),
    );
    if (decision.kind !== 'changed') return this;
    const { conversation } = this.stage;
    const turn = attendantTurn(
      {
        ticket,
        tracking,
        decision,
        surroundings: {
          conversation,
          previousClosed: this.stage.tickets.get(
            conversation?.lastClosedByQueue[String(decision.after.queueId ?? 0)] ?? 0,
          ),
        },
        successor: undefined,
        actorId: userId,
        channel: this.setup.channel,
        fill: (text) => text,
      },
      this.moment(),
    );
    this.stage = take(this.stage, turn, this.setup, this.moment());
    return this;
  }

  /** The newest ticket. */
  get ticket(): Ticket {
    const ticket = this.stage.tickets.get(this.stage.tickets.size);
    if (ticket === undefined) throw new Error('nobody wrote');
    return ticket;
  }
  get tracking() {
    const tracking = this.stage.trackings.get(this.ticket.id);
    if (tracking === undefined) throw new Error('no attendance');
    return tracking;
  }
  /** The types of the newest ticket's log. */
  get log(): string[] {
    return this.stage.turns
      .flatMap(({ logs }) => logs)
      .filter(({ ticketId }) => ticketId === this.ticket.id)
      .map(({ type }) => type);
  }
}

/** A week of the same two shifts. */
export const week = (startTimeA: string, endTimeA: string, startTimeB = '', endTimeB = '') =>
  (['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const).map(
    (weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
      startTimeA,
      endTimeA,
      startTimeB,
      endTimeB,
    }),
  );
