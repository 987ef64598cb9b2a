import type { AnswerCount } from '@prosa/shared/entities/answer-count.ts';
import type { Company, CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { type Contact, contactSchema } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { DirectoryQueue, Queue } from '@prosa/shared/entities/queue.ts';
import type { Conversation, Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import { isActiveStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { Channel } from '../../channels/channel.ts';
import { decideInboundMessage } from '../inbound/decide-message.ts';
import { type InboundMessage, inboundTurn } from '../turns/inbound-turn.ts';
import type { Surroundings } from '../turns/ticket-turns.ts';
import { instantOf, type Moment, type Stored, type Turn } from '../turns/turn.ts';
import { timeTurn } from './time-turn.ts';
import { fired, watched } from './watch.ts';
import { closingKey, type EngineWorld, type Known, meetingKey, NOTHING_KNOWN } from './world.ts';

/** A company as it is set up, and who of it is there. Drafts take the place of what they are drafts of. */
export interface Setup {
  channel: Channel;
  company: Pick<Company, 'companyId' | 'name' | 'timeZone' | 'schedules' | 'holidays'>;
  settings: CompanySettings;
  connection: Connection;
  queues: readonly Queue[];
  /** Queues that were not read whole: a decision that needs one so asks for it. */
  others: readonly DirectoryQueue[];
  users: readonly DirectoryUser[];
  online: ReadonlySet<number>;
  downloadLimitMb: number;
  chance: number;
}

/** A conversation that is played and kept nowhere: its rows as the table would have them. */
export interface Stage {
  contact: Stored<Contact>;
  conversation: Stored<Conversation> | undefined;
  /** All of the contact's, by number. */
  tickets: ReadonlyMap<number, Stored<Ticket>>;
  trackings: ReadonlyMap<number, Stored<TicketTracking>>;
  answerCount: Stored<AnswerCount> | undefined;
  messages: readonly Message[];
  /** The turns in their order. */
  turns: readonly Turn[];
  /** When each ticket's timer fires, in epoch milliseconds. */
  timers: ReadonlyMap<number, number>;
  /** How many timers have fired while time passed. */
  fired: number;
}

const stored = <T extends object>(row: T, version: number, moment: Moment): Stored<T> => {
  const now = instantOf(moment);
  return { ...row, version, rowCreatedAt: now, rowUpdatedAt: now };
};

/** A customer who has not written yet. */
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
  trackings: new Map(),
  answerCount: undefined,
  messages: [],
  turns: [],
  timers: new Map(),
  fired: 0,
});

const queuesOf = ({ queues, others }: Setup): ReadonlyMap<number, DirectoryQueue> =>
  new Map([...others, ...queues].map((queue) => [queue.id, queue]));

/** The one active ticket, if there is one. */
export const activeTicket = ({ conversation, tickets }: Stage): Stored<Ticket> | undefined => {
  const ticket = tickets.get(conversation?.activeTicketId ?? 0);
  return ticket !== undefined && isActiveStatus(ticket.status) ? ticket : undefined;
};

/** The number that the stage's next ticket has. */
const nextTicketId = ({ tickets }: Stage): number => tickets.size + 1;

/** What the engine decides by on the stage; all that it could ask for is there, but for queues that were not read whole. */
export const worldOn = (stage: Stage, setup: Setup): EngineWorld => {
  const { queues, others: _others, users, online, ...rest } = setup;
  const { conversation, tickets, contact } = stage;
  const all = queuesOf(setup);
  const ticketIds = [...tickets.keys(), nextTicketId(stage)];
  // A ticket may be in a queue that is gone.
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
    waiting: new Map([...all.keys()].map((id) => [id, 0])),
    online,
    trackings: new Map(ticketIds.map((id) => [id, stage.trackings.get(id)])),
    closing: new Map(
      ticketIds.flatMap((id) =>
        [...slots].map((queueId) => [closingKey({ id, queueId }), surroundings(id, queueId)] as const),
      ),
    ),
    answerCounts: new Map([[meetingKey(contact.id, setup.connection.id), stage.answerCount]]),
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
});

/** The stage after a turn, as a commit would leave the table. */
export const played = (stage: Stage, turn: Turn, moment: Moment): Stage => {
  const next = <T extends object>(change: { before: Stored<T> | undefined; after: T }): Stored<T> =>
    stored(change.after, (change.before?.version ?? 0) + 1, moment);
  const timers = new Map(stage.timers);
  for (const { kind, subject, dueAt } of turn.timers) {
    if (kind === 'ticket-watch' && dueAt !== null) timers.set(Number(subject), dueAt);
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
    trackings: new Map([
      ...stage.trackings,
      ...turn.trackings.map((change) => [change.after.ticketId, next(change)] as const),
    ]),
    answerCount: answerCount === undefined ? stage.answerCount : next(answerCount),
    messages: [...stage.messages, ...turn.messages.map(({ after }) => after)],
    turns: [...stage.turns, turn],
    timers,
    fired: stage.fired,
  };
};

/** Any turn of the stage's ticket, with the timer that watches over it. */
export const take = (stage: Stage, turn: Turn, setup: Setup, moment: Moment): Stage =>
  played(stage, watched(turn, rulesOf(setup), moment), moment);

/** The customer sends something, `sentAtMs` or now. */
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
    ticketId: nextTicketId(stage),
    fileKey: '',
    maxFileBytes: 0,
  };
  return take(stage, inboundTurn(message, world, moment), setup, moment);
};

/** A ticket's timer fires: what is due now is done, and it is set again where something comes later. */
export const timerFires = (stage: Stage, ticketId: number, setup: Setup, moment: Moment): Stage => {
  const dueAt = stage.timers.get(ticketId);
  // One that fired already does nothing, and one that comes too early is put back.
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

/** More than any conversation needs whose times make sense: rotation every two minutes for a fortnight. */
export const MAX_FIRINGS = 10_000;

/** Time passes until `toMs`, and every timer fires at its time, until {@link MAX_FIRINGS} have. */
export const timePasses = (stage: Stage, setup: Setup, toMs: number, ids: Moment['ids']): Stage => {
  let current = stage;
  while (current.fired < MAX_FIRINGS) {
    const [ticketId, dueAt] = [...current.timers].sort(([, a], [, b]) => a - b)[0] ?? [];
    if (ticketId === undefined || dueAt === undefined || dueAt > toMs) return current;
    const next = timerFires(current, ticketId, setup, { nowMs: dueAt, ids });
    current = { ...next, fired: current.fired + 1 };
  }
  return current;
};
