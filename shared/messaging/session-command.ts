import * as z from 'zod';
import { channelCommandSchema, commandBase } from './channel-command.ts';

/** Commands that concern only the session: pair, start and stop. The FIFO group is `<companyId>:<connectionId>`. */
const sessionLifeSchema = z.discriminatedUnion('type', [
  /**
   * Starts the connection's session; idempotent. `fresh` deletes the stored credentials first, so that a new QR code
   * follows.
   */
  z.strictObject({ ...commandBase, type: z.literal('start'), fresh: z.boolean().default(false) }),
  /** Closes the WebSocket connection. `logout` also unlinks the device and deletes the credentials. */
  z.strictObject({ ...commandBase, type: z.literal('stop'), logout: z.boolean().default(false) }),
  z.strictObject({ ...commandBase, type: z.literal('restart') }),
  /** Starts the connection's session, and requests a code to type on the phone of this number instead of scanning. */
  z.strictObject({
    ...commandBase,
    type: z.literal('pair'),
    number: z.string().regex(/^\d{1,20}$/),
    /** Time of the request in epoch milliseconds; distinguishes requests. */
    askedAt: z.int().positive(),
  }),
]);
export type SessionLifeCommand = z.infer<typeof sessionLifeSchema>;

/** Commands to the session host, over one FIFO queue for each shard and lane. Each may be delivered twice. */
export const sessionCommandSchema = z.discriminatedUnion('type', [channelCommandSchema, sessionLifeSchema]);
export type SessionCommand = z.infer<typeof sessionCommandSchema>;
export type SessionCommandOf<T extends SessionCommand['type']> = Extract<SessionCommand, { type: T }>;
