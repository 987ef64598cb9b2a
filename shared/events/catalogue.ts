import * as z from 'zod';
import { companySettingsViewSchema } from '../contracts/companies.ts';
import { connectionBriefSchema, connectionSessionSchema } from '../contracts/connections.ts';
import { contactViewSchema } from '../contracts/contacts.ts';
import { messageViewSchema } from '../contracts/messages.ts';
import { queueViewSchema } from '../contracts/queues.ts';
import { ticketViewSchema } from '../contracts/tickets.ts';
import { idSchema } from '../entities/common.ts';

/** Too large for a frame: the client fetches what it needs instead (frames are 32 kB). */
const referenceSchema = z.object({
  action: z.literal('reference'),
  id: z.union([z.string(), idSchema]),
  version: z.int(),
});

const userEventSchema = z.object({
  id: idSchema,
  name: z.string(),
  color: z.string(),
  online: z.boolean(),
  version: z.int(),
});

/**
 * Live events by the last part of their name: `company-<id>-<name>`. `audience` says who gets them:
 * `ticket` whoever may see the ticket now or could before, `room` those of them with the conversation open or
 * notifications on, `company` everyone, `managers` who manages connections, `user` one person's own sessions.
 */
export const EVENTS = {
  ticket: {
    audience: 'ticket',
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), ticket: ticketViewSchema }),
      z.object({ action: z.literal('delete'), ticketId: idSchema, version: z.int() }),
      z.object({ action: z.literal('updateUnread'), ticketId: idSchema, version: z.int() }),
      referenceSchema,
    ]),
  },
  appMessage: {
    audience: 'room',
    schema: z.union([
      z.object({
        action: z.literal('create'),
        message: messageViewSchema,
        ticket: ticketViewSchema.nullable(),
      }),
      z.object({ action: z.enum(['update', 'delete']), message: messageViewSchema }),
      referenceSchema,
    ]),
  },
  contact: {
    audience: 'company',
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), contact: contactViewSchema }),
      z.object({ action: z.literal('delete'), contactId: idSchema }),
      referenceSchema,
    ]),
  },
  user: {
    audience: 'company',
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), user: userEventSchema }),
      z.object({ action: z.literal('delete'), userId: idSchema }),
    ]),
  },
  queue: {
    audience: 'company',
    schema: z.union([
      z.object({ action: z.literal('update'), queue: queueViewSchema }),
      z.object({ action: z.literal('delete'), queueId: idSchema }),
      referenceSchema,
    ]),
  },
  whatsapp: {
    audience: 'company',
    schema: z.union([
      z.object({ action: z.literal('update'), whatsapp: connectionBriefSchema }),
      z.object({ action: z.literal('delete'), whatsappId: idSchema }),
    ]),
  },
  whatsappSession: {
    audience: 'managers',
    schema: z.object({ action: z.literal('update'), session: connectionSessionSchema }),
  },
  settings: {
    audience: 'company',
    schema: z.union([
      z.object({ action: z.literal('update'), setting: companySettingsViewSchema }),
      referenceSchema,
    ]),
  },
  /** The account's rights changed or its sessions were ended: sign in or reload. */
  auth: {
    audience: 'user',
    schema: z.object({
      action: z.literal('update'),
      user: z.object({ id: idSchema, sessionVersion: z.int() }),
    }),
  },
} as const satisfies Record<string, { audience: string; schema: z.ZodType }>;

export type EventName = keyof typeof EVENTS;
export type EventData<N extends EventName> = z.output<(typeof EVENTS)[N]['schema']>;

/** An event before its audience is known. */
export type LiveEvent = { [N in EventName]: { name: N; companyId: number; data: EventData<N> } }[EventName];

const frameEventSchema = z.object({ event: z.string(), data: z.unknown() });
/** What the browser receives: an event, or several in their order where it connected with `batch=1`. */
export const frameSchema = z.union([frameEventSchema, z.array(frameEventSchema).min(1)]);
export type FrameEvent = z.infer<typeof frameEventSchema>;

/** What the browser may send. */
export const clientFrameSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['joinChatBox', 'joinChatBoxLeave']), id: z.uuid() }),
  z.strictObject({ action: z.enum(['joinTickets', 'leaveTickets']), id: z.string().max(40).optional() }),
  z.strictObject({ action: z.literal('joinNotification') }),
  z.strictObject({ action: z.literal('userStatus') }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;
/** A larger frame is refused before it is parsed (S-36). */
export const CLIENT_FRAME_MAX_BYTES = 4096;
/** API Gateway's frame; a larger event is sent as a reference (R44). */
export const EVENT_MAX_BYTES = 32 * 1024;
