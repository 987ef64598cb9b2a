import * as z from 'zod';
import { channelCommandSchema, commandBase } from './channel-command.ts';

/**
 * A command that was received so often goes to the dead letters. Waiting for a connection uses tries up too: twelve span
 * the time that a message waits (`SEND_WAIT_MS`), and the 45 s that a takeover lasts at most.
 */
export const SESSION_COMMAND_MAX_RECEIVES = 12;

/** Commands of sessions only: pair, start and stop. The FIFO group is `<companyId>:<connectionId>`. */
const sessionLifeSchema = z.discriminatedUnion('type', [
  /** Make the connection live; idempotent. `fresh` forgets the stored credentials first: a new QR code follows. */
  z.strictObject({ ...commandBase, type: z.literal('start'), fresh: z.boolean().default(false) }),
  /** Close the socket. `logout` also unlinks the device and wipes the credentials. */
  z.strictObject({ ...commandBase, type: z.literal('stop'), logout: z.boolean().default(false) }),
  z.strictObject({ ...commandBase, type: z.literal('restart') }),
  /** Make the connection live, and get a code to type on the phone of this number instead of scanning. */
  z.strictObject({
    ...commandBase,
    type: z.literal('pair'),
    number: z.string().regex(/^\d{1,20}$/),
    /** When it was asked for, epoch milliseconds: tells one request from another. */
    askedAt: z.int().positive(),
  }),
]);
export type SessionLifeCommand = z.infer<typeof sessionLifeSchema>;

/** Commands to the session host, over one FIFO queue per shard and lane. Each may be delivered twice. */
export const sessionCommandSchema = z.discriminatedUnion('type', [channelCommandSchema, sessionLifeSchema]);
export type SessionCommand = z.infer<typeof sessionCommandSchema>;
export type SessionCommandOf<T extends SessionCommand['type']> = Extract<SessionCommand, { type: T }>;
