import type { Company, CompanySettings } from '@prosa/shared/entities/company.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Message } from '@prosa/shared/entities/message.ts';
import type { DirectoryQueue, Queue } from '@prosa/shared/entities/queue.ts';
import type { Ticket, TicketTracking } from '@prosa/shared/entities/ticket.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import type { Channel } from '../../channels/channel.ts';
import type { AutomaticAnswer } from '../automatic/automatic-answer.ts';
import { renderTemplate } from '../texts/render-template.ts';
import { say as sayTo } from '../turns/message-turns.ts';
import type { Surroundings } from '../turns/ticket-turns.ts';
import { type Moment, type Stored, type Turn, ticketOf } from '../turns/turn.ts';

/** What the engine decides by, beside the ticket: the company as it is set up at this moment. */
export interface EngineWorld {
  channel: Channel;
  company: Pick<Company, 'name' | 'timeZone' | 'schedules' | 'holidays'>;
  settings: CompanySettings;
  connection: Connection;
  queues: ReadonlyMap<number, DirectoryQueue>;
  users: ReadonlyMap<number, DirectoryUser>;
  /** Its subscription has ended: what customers write is kept, and nothing is said by itself. */
  isExpired: boolean;
  /** MB; a larger file is not taken in. */
  downloadLimitMb: number;
  /** From 0 up to 1: who is drawn by lot. */
  chance: number;
  /** Where a file of the company may be put. */
  newFileKey: () => string;
  known: Known;
}

/** What only some turns need, as far as it was read. */
export interface Known {
  /** Whole, with texts, hours and options; undefined for one that is gone. */
  queues: ReadonlyMap<number, Queue | undefined>;
  /** How many tickets wait in a queue for anybody. */
  waiting: ReadonlyMap<number, number>;
  online?: ReadonlySet<number>;
  /** The ticket's newest stretch of attendance. */
  tracking?: { row: Stored<TicketTracking> | undefined };
  /** What a ticket that closes in a queue (0 for none) touches beside it. */
  closing: ReadonlyMap<number, Surroundings>;
  /** The ticket's contact, and the tickets that lists show of it. */
  contact?: { row: Stored<Contact>; shown: readonly Stored<Ticket>[] };
}

export const NOTHING_KNOWN: Known = { queues: new Map(), waiting: new Map(), closing: new Map() };

export type Wish =
  | { of: 'queue'; id: number }
  | { of: 'waiting'; queueId: number }
  | { of: 'online' }
  | { of: 'tracking' }
  | { of: 'closing'; queueId: number }
  | { of: 'contact' };

/**
 * Thrown by a decision that needs what was not read: whoever asked for the decision reads it and asks again. So a turn costs
 * only the reads that it needs, and deciding stays free of them.
 */
export class Wanted extends Error {
  readonly wish: Wish;
  constructor(wish: Wish) {
    super(`the decision needs ${JSON.stringify(wish)}`);
    this.name = 'Wanted';
    this.wish = wish;
  }
}

const known = <T>(value: T | undefined, wish: Wish): T => {
  if (value === undefined) throw new Wanted(wish);
  return value;
};

/** A queue with its texts, hours and options; undefined for one that is gone. */
export const queueOf = ({ queues, known: { queues: read } }: EngineWorld, id: number): Queue | undefined => {
  if (!queues.has(id)) return undefined;
  if (!read.has(id)) throw new Wanted({ of: 'queue', id });
  return read.get(id);
};
export const waitingIn = (world: EngineWorld, queueId: number): number =>
  known(world.known.waiting.get(queueId), { of: 'waiting', queueId });
export const onlineUsers = (world: EngineWorld): ReadonlySet<number> =>
  known(world.known.online, { of: 'online' });
export const contactOf = (world: EngineWorld): NonNullable<Known['contact']> =>
  known(world.known.contact, { of: 'contact' });
export const surroundingsOf = (world: EngineWorld, queueId: number | null): Surroundings =>
  known(world.known.closing.get(queueId ?? 0), { of: 'closing', queueId: queueId ?? 0 });
/** The ticket's stretch of attendance before a turn that did not touch it. */
export const trackingOf = (turn: Turn, world: EngineWorld): Stored<TicketTracking> | undefined =>
  turn.trackings.length > 0 ? undefined : known(world.known.tracking, { of: 'tracking' }).row;

/** The queues a customer may choose from on the connection, as they are ordered. */
export const menuQueues = ({ connection, queues }: EngineWorld): DirectoryQueue[] =>
  connection.queueIds
    .flatMap((id) => queues.get(id) ?? [])
    .sort((a, b) => a.orderQueue - b.orderQueue || a.id - b.id);

/** What a customer wrote, as the steps hear it. */
export interface Heard {
  message: Message;
  /** What was typed or chosen; null where that was nothing, or a step took it as its answer. */
  text: string | null;
}

/** Fills a text's placeholders on the turn's ticket; the system is nobody's name. */
export const filled = (text: string, ticket: Ticket, world: EngineWorld, { nowMs }: Moment): string =>
  renderTemplate(text, {
    contactName: nameBesideNumber(ticket.contact),
    ticketId: ticket.id,
    userName: '',
    queueName: ticket.queueId === null ? '' : (world.queues.get(ticket.queueId)?.name ?? ''),
    connectionName: world.connection.name,
    companyName: world.company.name,
    nowMs,
    timeZone: world.company.timeZone,
    language: world.settings.language,
  });

type Listener = Pick<Heard, 'message'> | undefined;

/** Says something by itself, in answer to what it heard or, where a timer speaks, to nothing. */
export const say = (
  turn: Turn,
  answer: AutomaticAnswer,
  heard: Listener,
  world: EngineWorld,
  moment: Moment,
): Turn => sayTo(turn, answer, { channel: world.channel, answered: heard?.message }, moment);

/** Says a text that the company wrote. */
export const tell = (
  turn: Turn,
  rule: AutomaticRule,
  template: string,
  heard: Listener,
  world: EngineWorld,
  moment: Moment,
): Turn => say(turn, { rule, text: filled(template, ticketOf(turn), world, moment) }, heard, world, moment);

/** What comes of a step: the turn after it, what is left to hear, and whether the steps behind it are not taken. */
export interface StepResult {
  turn: Turn;
  heard: Heard;
  isOver: boolean;
}

/** One rule of what the system says by itself. undefined: it has nothing to do with this message. */
export type Step = (turn: Turn, heard: Heard, world: EngineWorld, moment: Moment) => StepResult | undefined;

/** The step was the last one. */
export const over = (turn: Turn, heard: Heard): StepResult => ({ turn, heard, isOver: true });
/** The steps behind it follow. */
export const goOn = (turn: Turn, heard: Heard): StepResult => ({ turn, heard, isOver: false });
/** The steps behind it follow, and hear nothing of what it took as its answer. */
export const taken = (turn: Turn, heard: Heard): StepResult => goOn(turn, { ...heard, text: null });
