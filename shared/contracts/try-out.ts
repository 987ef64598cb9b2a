import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { mediaTypeSchema } from '../entities/message.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { addableChannelInput, connectionRoutes } from './connections.ts';
import { booleanInput, idInput } from './fields.ts';
import { optionTreeInput, queueRoutes } from './queues.ts';
import { route } from './route.ts';

const CUSTOMER_TEXT_MAX = 4096;

/** What the made-up customer of a try-out does, one after the other. */
const tryOutStep = z.discriminatedUnion('does', [
  z.strictObject({ does: z.literal('says'), text: z.string().trim().min(1).max(CUSTOMER_TEXT_MAX) }),
  z.strictObject({ does: z.literal('sends'), kind: z.enum(['voice', 'call', 'picture']) }),
  /** A month at most. */
  z.strictObject({ does: z.literal('waits'), minutes: z.int().min(1).max(43_200) }),
]);
/** A conversation that somebody still reads, and a moment of the server's time. */
export const TRY_OUT_STEPS_MAX = 100;
/** Further off nobody plans, and no clock is sure. */
const TRY_OUT_YEARS = { first: '2000-01-01T00:00:00.000Z', last: '2099-12-31T23:59:59.999Z' };

const { permission, plan, tenancy, expiry, rate } = connectionRoutes.update;
const manage = { permission, plan, tenancy, expiry, rate } as const;

/** What the connections' screens call: connections, and the try-out of their drafts and those of queues. */
export const sessionRoutes = {
  ...connectionRoutes,
  tryOut: route({
    id: 'connections.tryOut',
    method: 'POST',
    path: '/whatsapp/tryout',
    body: z
      .strictObject({
        /** Null for one that is not there yet, and for a queue to be tried out on the default connection. */
        connectionId: idInput.nullable().default(null),
        /** What saving would send; null leaves it as it is stored. */
        connection: connectionRoutes.update.body.nullable().default(null),
        /** The channel of a connection that is not there yet. */
        channel: addableChannelInput,
        /** The queue that the customer comes straight into; with neither it nor a draft, it is the connection that is tried out. */
        queueId: idInput.nullable().default(null),
        queue: queueRoutes.update.body.omit({ chatbots: true }).nullable().default(null),
        /** The draft queue's options. They stand beside it because a tree of all its levels is as deep as a body may be. */
        chatbots: optionTreeInput,
        startsAt: instantSchema.refine((at) => at >= TRY_OUT_YEARS.first && at <= TRY_OUT_YEARS.last),
        /** Whether attendants are there. */
        online: booleanInput.default(true),
        script: z.array(tryOutStep).max(TRY_OUT_STEPS_MAX).default([]),
      })
      .refine(
        ({ connectionId, connection, queueId, queue }) =>
          [connectionId, connection, queueId, queue].some((one) => one !== null),
        { path: ['connection'], params: { kind: 'missing' } },
      )
      .refine(({ queue, chatbots }) => queue !== null || chatbots.length === 0, {
        path: ['queue'],
        params: { kind: 'missing' },
      }),
    response: z.object({
      /** What was said, in order. `rule` tells why the system said it; empty for the customer's. */
      lines: z.array(
        z.object({
          at: instantSchema,
          fromMe: z.boolean(),
          text: z.string(),
          mediaType: mediaTypeSchema,
          rule: z.string(),
        }),
      ),
      /** The newest one at the end; null where the customer did nothing. */
      ticket: z
        .object({
          status: ticketStatusSchema,
          queue: z.object({ id: idSchema, name: z.string() }).nullable(),
          user: z.object({ id: idSchema, name: z.string() }).nullable(),
          isBot: z.boolean(),
        })
        .nullable(),
      now: instantSchema,
    }),
    errors: [
      'ERR_WAPP_NAME_EXISTS',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_QUEUE_NAME_EXISTS',
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_QUEUE_FOUND',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
    ],
    ...manage,
    summary:
      'Plays a connection or a queue, as stored or as a draft, against a made-up customer from a date and time on, through the very engine that answers customers. Nothing is sent or stored: the whole script is played each time',
  }),
} as const;
