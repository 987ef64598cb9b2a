import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import type { Company } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import type { FlowPhrase } from '@prosa/shared/entities/flow.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { DirectoryQueue, Queue } from '@prosa/shared/entities/queue.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Tag } from '@prosa/shared/entities/tag.ts';
import type { Attendance, Conversation, Ticket } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { CUSTOMER_ANSWER, FLOW_RESUME, timerMessageSchema } from '@prosa/shared/messaging/timer-message.ts';
import type { Channel } from '../../channels/channel.ts';
import { decideInboundMessage } from '../inbound/decide-message.ts';
import { type InboundMessage, inboundTurn } from '../turns/inbound-turn.ts';
import type { Surroundings } from '../turns/ticket-turns.ts';
import { instantOf, type Moment, type Stored, type Turn } from '../turns/turn.ts';
import { customerTurn } from './customer-turn.ts';
import { flowResumeTurn, withFlowsLeft } from './flow.ts';
import { timeTurn } from './time-turn.ts';
import { fired, watched } from './watch.ts';
import { closingKey, type EngineWorld, type Known, meetingKey, NOTHING_KNOWN } from './world.ts';

/** The settings of a company for a rehearsal, and its online users. Drafts replace the rows that they are drafts of. */
export interface Setup {
  channel: Channel;
  company: Pick<Company, 'companyId' | 'name' | 'timeZone' | 'schedules' | 'holidays'>;
  settings: CompanySettings;
  plan: EngineWorld['plan'];
  connection: Connection;
  queues: readonly Queue[];
  /** Queues without their texts and options. A decision that needs such a queue throws Wanted. */
  others: readonly DirectoryQueue[];
  /** File lists by id, undefined for a deleted one. A decision that needs another throws Wanted. */
  fileLists: ReadonlyMap<number, FileList | undefined>;
  /** Integrations by id, undefined for a removed one. A decision that needs another throws Wanted. */
  integrations: ReadonlyMap<number, Integration | undefined>;
  /** Assistants by id, undefined for a removed one. A decision that needs another throws Wanted. */
  assistants: ReadonlyMap<number, Assistant | undefined>;
  /** Columns of the board, by id. */
  lanes: ReadonlyMap<number, Tag>;
  /** The flows that may start, and their versions. A decision that needs another throws Wanted. */
  flows: Pick<Known, 'flowsToStart' | 'flowVersions'>;
  flowPhrases: readonly FlowPhrase[];
  users: readonly DirectoryUser[];
  online: ReadonlySet<number>;
  downloadLimitMb: number;
  chance: number;
}

/** The rows of a conversation that is simulated and not stored, as the table would have them. */
export interface Stage {
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
  /** All tickets of the contact, by id. */
  tickets: ReadonlyMap<number, Stored<Ticket>>;
  attendances: ReadonlyMap<number, Stored<Attendance>>;
  answerCount: Stored<AnswerCount> | undefined;
  messages: readonly Stored<Message>[];
  /** The turns in their order. */
  turns: readonly Turn[];
  /** When each ticket's timer fires, in epoch milliseconds. */
  timers: ReadonlyMap<number, number>;
  /** Scheduled answers to customers by ticket id: the newest message, and the time in epoch milliseconds. */
  answers: ReadonlyMap<number, { newestId: string; atMs: number }>;
  /** When the pauses of flows end, by ticket id: the token, and the time in epoch milliseconds. */
  pauses: ReadonlyMap<number, { token: string; atMs: number }>;
  /** Number of fired timers and given answers. */
  fired: number;
}

const SECOND_MS = 1000;

const stored = <T extends object>(row: T, version: number, moment: Moment): Stored<T> => {
  const now = instantOf(moment);
  return { ...row, version, rowCreatedAt: now, rowUpdatedAt: now };
};

/** Returns the stage of a customer who has not written yet. */
export const emptyStage = ({ company, channel }: Setup, moment: Moment): Stage => ({
  contact: stored(
    contactSchema.parse({
      companyId: company.companyId,
      id: 1,
      name: 'Ana',
      number: '5511999990000',
      channel: channel.name,
      identities: [{ kind: 'phone', value: '5511999990000' }],
    }),
    1,
    moment,
  ),
  conversation: undefined,
  tickets: new Map(),
  attendances: new Map(),
  answerCount: undefined,
  messages: [],
  turns: [],
  timers: new Map(),
  answers: new Map(),
  pauses: new Map(),
  fired: 0,
});

const queuesOf = ({ queues, others }: Setup): ReadonlyMap<number, DirectoryQueue> =>
  new Map([...others, ...queues].map((queue) => [queue.id, queue]));

/** Returns the active ticket, if there is one. */
export const activeTicket = ({ conversation, tickets }: Stage): Stored<Ticket> | undefined => {
  const ticket = tickets.get(conversation?.activeTicketId ?? 0);
  return ticket !== undefined && isActiveStatus(ticket.status) ? ticket : undefined;
};

/** Returns the id of the stage's next ticket. */
const nextTicketId = ({ tickets }: Stage): number => tickets.size + 1;

/**
 * Returns the world that the engine decides by, from the stage. It contains everything the engine can need, except
 * for queues and file lists that were not read.
 */
export const worldOn = (stage: Stage, setup: Setup): EngineWorld => {
  const {
    queues,
    others: _others,
    fileLists,
    integrations,
    assistants,
    flows,
    users,
    online,
    ...rest
  } = setup;
  const { conversation, tickets, contact } = stage;
  const all = queuesOf(setup);
  const ticketIds = [...tickets.keys(), nextTicketId(stage)];
  // A ticket may be in a queue that was deleted.
  const slots = new Set([0, ...[...tickets.values()].map(({ queueId }) => queueId ?? 0), ...all.keys()]);
  const surroundings = (ticketId: number, slot: number): Surroundings => {
    const previousId = conversation?.lastClosedByQueue[String(slot)];
    const previousClosed =
      previousId === undefined || previousId === ticketId ? undefined : tickets.get(previousId);
    return { conversation, previousClosed };
  };
  const known: Known = {
    ...NOTHING_KNOWN,
    queues: new Map(queues.map((queue) => [queue.id, queue])),
    fileLists,
    integrations,
    assistants,
    lanes: setup.lanes,
    ...flows,
    waiting: new Map([...all.keys()].map((id) => [id, 0])),
    online,
    messages: new Map(stage.messages.map((message) => [message.id, message])),
    attendances: new Map(ticketIds.map((id) => [id, stage.attendances.get(id)])),
    closing: new Map(
      ticketIds.flatMap((id) =>
        [...slots].map((queueId) => [closingKey({ id, queueId }), surroundings(id, queueId)] as const),
      ),
    ),
    answerCounts: new Map([[meetingKey(contact.id, setup.connection.id), stage.answerCount]]),
    meetings: new Map([[meetingKey(contact.id, setup.connection.id), { contact, conversation }]]),
    contacts: new Map([[contact.id, { row: contact, shown: [...tickets.values()] }]]),
  };
  return {
    ...rest,
    queues: all,
    users: new Map(users.map((user) => [user.id, user])),
    isExpired: false,
    newFileKey: () => '',
    known,
  };
};

const rulesOf = (setup: Setup) => ({
  settings: setup.settings,
  connections: new Map([[setup.connection.id, setup.connection]]),
  queues: queuesOf(setup),
  lanes: setup.lanes,
});

/** Returns the message as accepted by the provider. In a rehearsal, a provider accepts every message at once. */
const arrived = (message: Stored<Message>, moment: Moment): Stored<Message> =>
  message.sendState === 'pending'
    ? { ...message, sendState: 'sent', ack: 1, takenAt: instantOf(moment) }
    : message;

/** The stage after a turn, as a commit would leave the table. */
export const played = (stage: Stage, turn: Turn, moment: Moment): Stage => {
  const next = <T extends object>(change: { before: Stored<T> | undefined; after: T }): Stored<T> =>
    stored(change.after, (change.before?.version ?? 0) + 1, moment);
  const timers = new Map(stage.timers);
  for (const { kind, subject, dueAt } of turn.timers) {
    if (kind === 'ticket-watch' && dueAt !== null) timers.set(Number(subject), dueAt);
  }
  const answers = new Map(stage.answers);
  const pauses = new Map(stage.pauses);
  for (const call of turn.calls) {
    const { kind, subject, token } =
      call.queue === 'timers' ? timerMessageSchema.parse(JSON.parse(call.body)) : {};
    const atMs = moment.nowMs + (call.delayS ?? 0) * SECOND_MS;
    if (kind === CUSTOMER_ANSWER && token !== undefined)
      answers.set(Number(subject), { newestId: token, atMs });
    if (kind === FLOW_RESUME && token !== undefined) pauses.set(Number(subject), { token, atMs });
  }
  const [conversation] = turn.conversations;
  const [answerCount] = turn.answerCounts;
  const contact = turn.contacts.find(({ after }) => after.id === stage.contact.id);
  return {
    contact: contact === undefined || contact.before === contact.after ? stage.contact : next(contact),
    conversation: conversation === undefined ? stage.conversation : next(conversation),
    tickets: new Map([
      ...stage.tickets,
      ...turn.tickets.map((change) => [change.after.id, next(change)] as const),
    ]),
    attendances: new Map([
      ...stage.attendances,
      ...turn.attendances.map((change) => [change.after.ticketId, next(change)] as const),
    ]),
    answerCount: answerCount === undefined ? stage.answerCount : next(answerCount),
    messages: [...stage.messages, ...turn.messages.map((change) => arrived(next(change), moment))],
    turns: [...stage.turns, turn],
    timers,
    answers,
    pauses,
    fired: stage.fired,
  };
};

/** Plays any turn of the stage's ticket, and sets the ticket's timer. */
export const take = (stage: Stage, turn: Turn, setup: Setup, moment: Moment): Stage =>
  played(stage, withFlowsLeft(watched(turn, rulesOf(setup), moment)), moment);

/** Plays a message of the customer, sent at `sentAtMs` or now. */
export const customerSends = (
  stage: Stage,
  content: InboundContent,
  setup: Setup,
  moment: Moment,
  sentAtMs = moment.nowMs,
): Stage => {
  const { connection, settings, channel, downloadLimitMb } = setup;
  const { contact, conversation } = stage;
  const active = activeTicket(stage);
  const lastTicket = active === undefined ? stage.tickets.get(conversation?.lastTicketId ?? 0) : undefined;
  const event = {
    v: 1 as const,
    type: 'message' as const,
    companyId: contact.companyId,
    connectionId: connection.id,
    channel: channel.name,
    receivedAt: moment.nowMs,
    providerMessageId: moment.ids.uuid(),
    sentAt: sentAtMs,
    fromMe: false,
    isForwarded: false,
    chat: { isGroup: contact.isGroup, identities: contact.identities },
    content,
  };
  const world = worldOn(stage, setup);
  const decision = decideInboundMessage(event, {
    connection,
    settings,
    users: world.users,
    downloadLimitMb,
    contact,
    activeTicket: active,
    lastTicket,
  });
  if (decision.kind === 'drop') return stage;
  const message: InboundMessage = {
    event,
    decision,
    loaded: { contact, conversation, activeTicket: active, lastTicket },
    named: { participant: null, quoted: undefined },
    parked: undefined,
    isDeleted: false,
    ticketId: nextTicketId(stage),
    fileKey: '',
    maxFileBytes: 0,
    pictureKeyOf: () => '',
  };
  return take(stage, inboundTurn(message, world, moment), setup, moment);
};

/** Plays a ticket's timer: does what is due now, and sets the timer again if something follows later. */
export const timerFires = (stage: Stage, ticketId: number, setup: Setup, moment: Moment): Stage => {
  const dueAt = stage.timers.get(ticketId);
  // A timer that already fired or is not due yet does nothing.
  if (dueAt === undefined || dueAt > moment.nowMs) return stage;
  const timers = new Map(stage.timers);
  timers.delete(ticketId);
  const ticket = stage.tickets.get(ticketId);
  if (ticket === undefined) return { ...stage, timers };
  const { turn, againAtMs } = fired(ticket, rulesOf(setup), false, moment, (due) =>
    timeTurn(ticket, due, worldOn(stage, setup), moment),
  );
  if (againAtMs !== undefined) timers.set(ticketId, againAtMs);
  const next = { ...stage, timers };
  return turn === undefined ? next : take(next, turn, setup, moment);
};

/** Plays the scheduled answer of a ticket: answers the customer's messages if the answer is due. */
export const answerFalls = (stage: Stage, ticketId: number, setup: Setup, moment: Moment): Stage => {
  const due = stage.answers.get(ticketId);
  const ticket = stage.tickets.get(ticketId);
  if (due === undefined || due.atMs > moment.nowMs || ticket === undefined) return stage;
  const answers = new Map(stage.answers);
  answers.delete(ticketId);
  const next = { ...stage, answers };
  const turn = customerTurn(ticket, due.newestId, worldOn(stage, setup), moment);
  return turn === undefined ? next : take(next, turn, setup, moment);
};

/** Plays the end of a pause of a ticket's flow, if it is due. */
export const pauseEnds = (stage: Stage, ticketId: number, setup: Setup, moment: Moment): Stage => {
  const due = stage.pauses.get(ticketId);
  const ticket = stage.tickets.get(ticketId);
  if (due === undefined || due.atMs > moment.nowMs || ticket === undefined) return stage;
  const pauses = new Map(stage.pauses);
  pauses.delete(ticketId);
  const next = { ...stage, pauses };
  const turn = flowResumeTurn(ticket, due.token, worldOn(stage, setup), moment);
  return turn === undefined ? next : take(next, turn, setup, moment);
};

/**
 * Maximum of timer firings in one rehearsal. Reasonable settings need fewer: rotation every two minutes for 14 days.
 */
export const MAX_FIRINGS = 10_000;

/** Returns the next timer or scheduled answer, with its time. */
const nextOn = ({
  timers,
  answers,
  pauses,
}: Stage): { atMs: number; happens: typeof timerFires; ticketId: number } | undefined =>
  [
    ...[...answers].map(([ticketId, { atMs }]) => ({ atMs, ticketId, happens: answerFalls })),
    ...[...pauses].map(([ticketId, { atMs }]) => ({ atMs, ticketId, happens: pauseEnds })),
    ...[...timers].map(([ticketId, atMs]) => ({ atMs, ticketId, happens: timerFires })),
  ].toSorted((a, b) => a.atMs - b.atMs)[0];

/** Advances the time to `toMs` and plays all due timers and answers in order; stops after {@link MAX_FIRINGS}. */
export const timePasses = (stage: Stage, setup: Setup, toMs: number, ids: Moment['ids']): Stage => {
  let current = stage;
  while (current.fired < MAX_FIRINGS) {
    const next = nextOn(current);
    if (next === undefined || next.atMs > toMs) return current;
    const after = next.happens(current, next.ticketId, setup, { nowMs: next.atMs, ids });
    current = { ...after, fired: current.fired + 1 };
  }
  return current;
};
