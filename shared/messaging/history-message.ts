import * as z from 'zod';
import { inboundMessageSchema } from './inbound-event.ts';

const base = {
  v: z.literal(1),
  companyId: z.int().positive(),
  connectionId: z.int().positive(),
};
const stepSchema = z.string().min(1).max(200);

/** An old message of a chat. Its file is not downloaded, so `source` is empty. */
const pastMessageSchema = z.strictObject({
  event: inboundMessageSchema,
  /** As in a receipt; only for our own messages. */
  ack: z.int().min(0).max(5).default(0),
});

/** Messages of the queue `history-imports`, in order for each connection. */
export const historyMessageSchema = z.discriminatedUnion('type', [
  /** The device was linked, and the phone was asked for its history. Epoch milliseconds. */
  z.strictObject({ ...base, type: z.literal('began'), at: z.int().nonnegative() }),
  /** Number of messages that follow. */
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
  /** Part of the history could not be read and was skipped. */
  z.strictObject({ ...base, type: z.literal('lost'), step: stepSchema }),
  /**
   * All messages of a chunk are stored. `isLast`: the provider says that nothing is missing after it. Chunks come in any
   * order, so the import ends with the last one and with each later one.
   */
  z.strictObject({ ...base, type: z.literal('chunk-end'), step: stepSchema, isLast: z.boolean() }),
  /** The phone has reported nothing more for a while. */
  z.strictObject({ ...base, type: z.literal('ended') }),
  /** A user requested to close the imported tickets. `after`: cursor for the rest. */
  z.strictObject({
    ...base,
    type: z.literal('close'),
    userId: z.int().positive().nullable().default(null),
    place: z.strictObject({ run: z.int().nonnegative(), after: z.string().optional() }).default({ run: 0 }),
  }),
]);
export type HistoryMessage = z.infer<typeof historyMessageSchema>;
export type HistoryMessageOf<T extends HistoryMessage['type']> = Extract<HistoryMessage, { type: T }>;
