import type { Message } from '@prosa/shared/entities/message.ts';

/** Messages received and sent. */
export const MESSAGE_METRICS = ['in', 'out'] as const;
export type Metric = (typeof MESSAGE_METRICS)[number];
export type Counts = Partial<Record<Metric, number>>;

/** Something that happened once and will not have happened otherwise later. */
export interface Fact {
  /** The same whenever it is told. */
  id: string;
  /** When it happened, as far as the company is concerned. */
  at: string;
  counts: Counts;
}

/** A message was stored. Notes among attendants are no messages to anybody; what was said before the connection counts nowhere. */
export const messageFact = (message: Message): Fact | undefined =>
  message.isPrivate || message.imported
    ? undefined
    : { id: `message.${message.id}`, at: message.sentAt, counts: message.fromMe ? { out: 1 } : { in: 1 } };
