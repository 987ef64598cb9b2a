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
import { flowVersionKey } from '@prosa/functions/domain/engine/world.ts';
import { chatbotAtOf } from '@prosa/functions/domain/tickets/attendance.ts';
import {
  decideTicketUpdate,
  type TicketChange,
} from '@prosa/functions/domain/tickets/decide-ticket-update.ts';
import { attendantTurn } from '@prosa/functions/domain/turns/attendant-turn.ts';
import { createSystemIds } from '@prosa/functions/platform/ids.ts';
import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import { type Connection, connectionSchema } from '@prosa/shared/entities/connection.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import type { FlowPhrase, FlowVersion } from '@prosa/shared/entities/flow.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import {
  type ChatbotOption,
  chatbotOptionSchema,
  type Queue,
  queueSchema,
} from '@prosa/shared/entities/queue.ts';
import { type CompanySettings, companySettingsSchema } from '@prosa/shared/entities/settings.ts';
import { type Tag, tagSchema } from '@prosa/shared/entities/tag.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type DirectoryUser, directoryUserSchema } from '@prosa/shared/entities/user.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';

/**
 * Tests of the engine use a small shop: connection 1, queues Vendas (1) and Suporte (2), attendants 1 (both) and 2
 * (Suporte).
 */
const COMPANY = 7;
export const SALES = 1;
export const SUPPORT = 2;
/** A Friday, 10:00 in São Paulo. */
export const FRIDAY_TEN = Date.parse('2026-11-20T13:00:00.000Z');
const MINUTE_MS = 60_000;
/** Silence of a customer after which the system answers. */
const PAUSE_MS = 1000;
/** Time from one answer of the system to the next, if the customer answers as fast as people can. */
const ANSWERING_MS = PAUSE_MS + 2000;

/** Precision of the provider's delivery times. */
const DELIVERY_STEP_MS = 50;

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
  fileLists?: FileList[];
  /** Newest published versions. */
  flows?: FlowVersion[];
  flowPhrases?: FlowPhrase[];
  integrations?: Integration[];
  assistants?: Assistant[];
  /** Columns of the board. */
  lanes?: Partly<Tag>[];
  plan?: Setup['plan'];
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
    flows: {
      flowsToStart: new Map((shop.flows ?? []).map(({ flowId, number }) => [flowId, number])),
      flowVersions: new Map(
        (shop.flows ?? []).map((flow) => [flowVersionKey(flow.flowId, flow.number), flow]),
      ),
    },
    flowPhrases: shop.flowPhrases ?? [],
    fileLists: new Map((shop.fileLists ?? []).map((list) => [list.id, list])),
    integrations: new Map((shop.integrations ?? []).map((one) => [one.id, one])),
    assistants: new Map((shop.assistants ?? []).map((one) => [one.id, one])),
    lanes: new Map(
      (shop.lanes ?? []).map((fields, index) => {
        const lane = tagSchema.parse({
          companyId: COMPANY,
          id: index + 1,
          name: `Coluna ${index + 1}`,
          color: '#112233',
          kanban: true,
          ...fields,
        });
        return [lane.id, lane];
      }),
    ),
    plan: shop.plan ?? { useIntegrations: true, useOpenAi: true },
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

/** A test's conversation, run by the product's own engine. */
export class Play {
  setup: Setup;
  stage: Stage;
  nowMs: number;
  private readonly ids = createSystemIds();
  private heardCount = 0;
  /** Time until the provider accepts a message of ours, in milliseconds. */
  deliveryMs = 0;
  private readonly accepted = new Map<string, number>();

  constructor(shop: Shop = {}, nowMs = FRIDAY_TEN) {
    this.setup = setupOf(shop);
    this.nowMs = nowMs;
    this.stage = emptyStage(this.setup, this.moment());
  }

  moment() {
    return { nowMs: this.nowMs, ids: this.ids };
  }

  /** Returns the rule and text of each message to the customer since the last call. */
  heard(): [string, string][] {
    const told = this.stage.messages.filter(({ fromMe }) => fromMe);
    const fresh = told.slice(this.heardCount);
    this.heardCount = told.length;
    return fresh.map(({ saidBy, body }) => [saidBy, body]);
  }

  /** The customer sends a message as fast as people answer; then time passes until the system has answered. */
  sends(content: InboundContent, sentAtMs?: number): this {
    return this.passes(ANSWERING_MS - PAUSE_MS)
      .writes(content, sentAtMs)
      .passes(PAUSE_MS);
  }
  /** The customer sends a message now. No time passes, so that more messages can follow. */
  writes(content: InboundContent | string, sentAtMs?: number): this {
    const sent: InboundContent = typeof content === 'string' ? { kind: 'text', text: content } : content;
    this.stage = customerSends(this.stage, sent, this.setup, this.moment(), sentAtMs ?? this.nowMs);
    this.delivers();
    return this;
  }
  passes(ms: number): this {
    const toMs = this.nowMs + ms;
    const stepMs = this.deliveryMs === 0 ? ms : DELIVERY_STEP_MS;
    do {
      this.nowMs = Math.min(toMs, this.nowMs + stepMs);
      this.stage = timePasses(this.stage, this.setup, this.nowMs, this.ids);
      this.delivers();
    } while (this.nowMs < toMs);
    return this;
  }
  /** Holds messages of ours on their way until the provider accepts them. */
  private delivers(): void {
    if (this.deliveryMs === 0) return;
    const messages = this.stage.messages.map((message) => {
      if (!message.fromMe) return message;
      const atMs = this.accepted.get(message.id) ?? this.nowMs + this.deliveryMs;
      this.accepted.set(message.id, atMs);
      return atMs > this.nowMs
        ? { ...message, sendState: 'pending' as const, takenAt: '' }
        : { ...message, sendState: 'sent' as const, takenAt: new Date(atMs).toISOString() };
    });
    this.stage = { ...this.stage, messages };
  }
  says(text: string, sentAtMs?: number): this {
    return this.sends({ kind: 'text', text }, sentAtMs);
  }
  /** The customer sends a text; returns the answers. */
  asks(text: string): [string, string][] {
    this.heard();
    return this.says(text).heard();
  }

  waits(minutes: number): this {
    return this.passes(minutes * MINUTE_MS);
  }

  /** Performs an attendant's change of the active ticket; refused changes have no effect. */
  attendant(change: Partial<TicketChange>, userId = 1): this {
    const ticket = activeTicket(this.stage);
    if (ticket === undefined) return this;
    const user = this.setup.users.find(({ id }) => id === userId);
    if (user === undefined) throw new Error('no such attendant');
    const world = worldOn(this.stage, this.setup);
    const attendance = this.stage.attendances.get(ticket.id);
    const { connection, settings } = this.setup;
    const decision = decideTicketUpdate(
      { ticket, attendance },
      { sendFarewellMessage: true, sendGreetingMessage: true, isTransfered: false, ...change },
      { viewer: user, isAdmin: true, closesPending: true },
      {
        settings,
        plan: this.setup.plan,
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
        attendance,
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

  /** Returns the newest ticket. */
  get ticket(): Ticket {
    const ticket = this.stage.tickets.get(this.stage.tickets.size);
    if (ticket === undefined) throw new Error('nobody wrote');
    return ticket;
  }
  get attendance() {
    const attendance = this.stage.attendances.get(this.ticket.id);
    if (attendance === undefined) throw new Error('no attendance');
    return attendance;
  }
  /** Returns when the system first wrote to the customer in the newest attendance; the log shows it as `chatBot`. */
  get chatbotAt(): string | null {
    return chatbotAtOf(this.attendance, this.ticket);
  }

  /** Returns the log types of the newest ticket, as they are written. */
  get log(): string[] {
    return this.stage.turns
      .flatMap(({ logs }) => logs)
      .filter(({ ticketId }) => ticketId === this.ticket.id)
      .map(({ type }) => type);
  }
}

/** Returns a week of opening hours with the same two shifts every day. */
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
