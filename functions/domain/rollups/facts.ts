import type { Message } from '@prosa/shared/entities/message.ts';
import type { RollupKind } from '@prosa/shared/entities/rollup.ts';
import type { TicketLog, TicketTracking } from '@prosa/shared/entities/ticket.ts';

/** Messages received and sent. */
export const MESSAGE_METRICS = ['in', 'out'] as const;
/**
 * Tickets created; stretches of attendance finished; of these, those that were waited for (`waited`) and attended
 * (`handled`), with the seconds of both.
 */
export const TICKET_METRICS = ['created', 'finished', 'waited', 'waitS', 'handled', 'handlingS'] as const;
export type Metric = (typeof MESSAGE_METRICS)[number] | (typeof TICKET_METRICS)[number];
export type Counts = Partial<Record<Metric, number>>;

export interface Subject {
  kind: RollupKind;
  /** 0 where the kind has none. */
  id: number;
}

/** Something that happened once and will not have happened otherwise later. */
export interface Fact {
  /** The same whenever it is told. */
  id: string;
  /** When it happened, as far as the company is concerned. */
  at: string;
  subjects: readonly Subject[];
  counts: Counts;
}

const SECOND_MS = 1000;
const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / SECOND_MS));

const subjectsOf = (ids: {
  queueId: number | null;
  userId: number | null;
  connectionId: number | null;
}): Subject[] => [
  { kind: 'tickets', id: 0 },
  ...(ids.queueId === null ? [] : [{ kind: 'queue' as const, id: ids.queueId }]),
  ...(ids.userId === null ? [] : [{ kind: 'user' as const, id: ids.userId }]),
  ...(ids.connectionId === null ? [] : [{ kind: 'connection' as const, id: ids.connectionId }]),
];

/** A message was stored. Notes among attendants are no messages to anybody. */
export const messageFact = (message: Message): Fact | undefined =>
  message.isPrivate
    ? undefined
    : {
        id: `message.${message.id}`,
        at: message.sentAt,
        subjects: [{ kind: 'messages', id: 0 }],
        counts: message.fromMe ? { out: 1 } : { in: 1 },
      };

/** A ticket was created: the entry its log begins with, the only one to name its connection. */
export const createdFact = (entry: TicketLog): Fact | undefined =>
  entry.connectionId !== null && (entry.type === 'create' || entry.type === 'lgpd')
    ? {
        id: `created.${entry.ticketId}`,
        at: entry.at,
        subjects: subjectsOf(entry),
        counts: { created: 1 },
      }
    : undefined;

/** A stretch of attendance ended: what it says from then on does not change, but for its rating. */
export const finishedFact = (tracking: TicketTracking): Fact | undefined => {
  const { queuedAt, startedAt, finishedAt } = tracking;
  if (finishedAt === null) return undefined;
  return {
    id: `finished.${tracking.ticketId}.${tracking.id}`,
    at: finishedAt,
    subjects: subjectsOf(tracking),
    counts: {
      finished: 1,
      ...(queuedAt === null || startedAt === null
        ? {}
        : { waited: 1, waitS: secondsBetween(queuedAt, startedAt) }),
      ...(startedAt === null ? {} : { handled: 1, handlingS: secondsBetween(startedAt, finishedAt) }),
    },
  };
};
