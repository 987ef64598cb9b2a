import * as z from 'zod';
import { inboundMessageSchema } from './inbound-event.ts';

/** A message of the queue that failed so often goes to the dead letters. */
export const HISTORY_MAX_RECEIVES = 5;

const base = {
  v: z.literal(1),
  companyId: z.int().positive(),
  connectionId: z.int().positive(),
};
const stepSchema = z.string().min(1).max(200);

/** A message of a chat's past. Its file is not fetched: `source` is empty. */
const pastMessageSchema = z.strictObject({
  event: inboundMessageSchema,
  /** As in a receipt; of ours only. */
  ack: z.int().min(0).max(5).default(0),
});

/** Messages of the queue `history-imports`, in order per connection. */
export const historyMessageSchema = z.discriminatedUnion('type', [
  /** The device was linked; the phone is asked for its past. Epoch milliseconds. */
  z.strictObject({ ...base, type: z.literal('began'), at: z.int().nonnegative() }),
  /** So many messages follow. */
  z.strictObject({
    ...base,
    type: z.literal('chunk'),
    step: stepSchema,
    messages: z.int().nonnegative(),
  }),
  z.strictObject({
    ...base,
    type: z.literal('piece'),
    step: stepSchema,
    messages: z.array(pastMessageSchema).min(1).max(500),
  }),
  /** Messages from a long time offline, as the phone reports them. */
  z.strictObject({
    ...base,
    type: z.literal('missed'),
    step: stepSchema,
    messages: z.array(pastMessageSchema).min(1).max(500),
  }),
  /** A part of the past cannot be read and was given up. */
  z.strictObject({ ...base, type: z.literal('lost'), step: stepSchema }),
  /** The phone has told nothing more for a while. */
  z.strictObject({ ...base, type: z.literal('ended') }),
  /** Somebody has the imported tickets closed. `after`: where to go on. */
  z.strictObject({
    ...base,
    type: z.literal('close'),
    userId: z.int().positive().nullable().default(null),
    place: z.strictObject({ run: z.int().nonnegative(), after: z.string().optional() }).default({ run: 0 }),
  }),
]);
export type HistoryMessage = z.infer<typeof historyMessageSchema>;
export type HistoryMessageOf<T extends HistoryMessage['type']> = Extract<HistoryMessage, { type: T }>;
