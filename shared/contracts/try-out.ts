import * as z from 'zod';
import { idSchema, instantSchema, textSchema } from '../entities/common.ts';
import { mediaTypeSchema } from '../entities/message.ts';
import { ticketStatusSchema } from '../entities/ticket-terms.ts';
import { connectionRoutes, pairedChannelInput } from './connections.ts';
import { booleanInput, idOrNone } from './fields.ts';
import { optionTreeInput, queueRoutes } from './queues.ts';
import { route } from './route.ts';

const CUSTOMER_TEXT_MAX = 4096;

/** One step of the made-up customer in a try-out; the steps run in order. */
const tryOutStep = z.discriminatedUnion('does', [
  z.object({ does: z.literal('says'), text: textSchema().trim().min(1).max(CUSTOMER_TEXT_MAX) }),
  z.object({ does: z.literal('sends'), kind: z.enum(['voice', 'call', 'picture']) }),
  /** At most a month. */
  z.object({ does: z.literal('waits'), minutes: z.int().min(1).max(43_200) }),
]);
/** Maximum number of steps of a try-out: the conversation stays readable, and takes the server only a moment. */
export const TRY_OUT_STEPS_MAX = 100;
/** The limits of a try-out's time. Later dates are useless for planning, and their time zone rules are uncertain. */
const TRY_OUT_YEARS = { first: '2000-01-01T00:00:00.000Z', last: '2099-12-31T23:59:59.999Z' };

const { permission, plan, tenancy, expiry, rate } = connectionRoutes.update;
const manage = { permission, plan, tenancy, expiry, rate } as const;

/** Routes that try out drafts of connections and queues; served with the routes of connections. */
export const tryOutRoutes = {
  tryOut: route({
    id: 'connections.tryOut',
    method: 'POST',
    path: '/whatsapp/tryout',
    body: z
      .object({
        /** Null for a new connection, and for a queue that is tried out on the default connection. */
        connectionId: idOrNone.default(null),
        /** The draft, as the body for saving a connection; null uses the stored connection. */
        connection: connectionRoutes.update.body.nullable().default(null),
        /** The channel of a new connection. */
        channel: pairedChannelInput,
        /** The queue that the customer enters directly. Without it and a draft, the connection is tried out. */
        queueId: idOrNone.default(null),
        queue: queueRoutes.update.body.omit({ chatbots: true }).nullable().default(null),
        /**
         * The draft queue's options. They are separate from the queue, because a tree with all its levels is as deep
         * as a body may be.
         */
        chatbots: optionTreeInput,
        startsAt: instantSchema.refine((at) => at >= TRY_OUT_YEARS.first && at <= TRY_OUT_YEARS.last),
        /** Whether attendants are online. */
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
      /** The messages, in order. `rule` is the rule of an automatic message; empty for the customer's messages. */
      lines: z.array(
        z.object({
          at: instantSchema,
          fromMe: z.boolean(),
          text: z.string(),
          mediaType: mediaTypeSchema,
          rule: z.string(),
        }),
      ),
      /** The newest ticket at the end; null if the customer did nothing. */
      ticket: z
        .object({
          status: ticketStatusSchema,
          queue: z.object({ id: idSchema, name: z.string() }).nullable(),
          user: z.object({ id: idSchema, name: z.string() }).nullable(),
          /** The integration that leads the customer. A try-out does not ask it, so it stays silent. */
          integration: z.object({ id: idSchema, name: z.string() }).nullable(),
          /** The assistant that leads the customer. A try-out does not ask it, so it stays silent. */
          assistant: z.object({ id: idSchema, name: z.string() }).nullable(),
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
      'ERR_PLAN_FEATURE',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
    ],
    ...manage,
    summary:
      'Plays a connection or a queue, as stored or as a draft, against a made-up customer from a date and time on, through the very engine that answers customers. Nothing is sent or stored, and no integration or assistant is asked: the whole script is played each time',
  }),
} as const;
