import type { Message } from '@prosa/shared/entities/message.ts';

/** The metrics of received and of sent messages. */
export const MESSAGE_METRICS = ['in', 'out'] as const;
export type Metric = (typeof MESSAGE_METRICS)[number];
export type Counts = Partial<Record<Metric, number>>;

/** An event that is counted once and never changes later. */
export interface Fact {
  /** Unique and stable, so that repeated facts are counted once. */
  id: string;
  /** When it happened, for the company's statistics. */
  at: string;
  counts: Counts;
  /** The connection over which Prosa sent the message; absent for messages that Prosa did not send. */
  sentOver?: number;
}

/** Returns the fact of a stored message. Notes between attendants and imported messages are not counted. */
export const messageFact = (message: Message): Fact | undefined =>
  message.isPrivate || message.imported
    ? undefined
    : {
        id: `message.${message.id}`,
        at: message.sentAt,
        counts: message.fromMe ? { out: 1 } : { in: 1 },
        ...(message.attempt > 0 ? { sentOver: message.connectionId } : {}),
      };
