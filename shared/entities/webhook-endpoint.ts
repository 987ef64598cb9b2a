import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** What an endpoint can be told of. */
export const WEBHOOK_EVENTS = [
  'message.received',
  'message.sent',
  'message.status',
  'ticket.created',
  'ticket.changed',
  'ticket.closed',
  'ticket.rated',
  'contact.changed',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];
/** The type of a trial delivery, which a user requests. */
export const TRIAL_EVENT = 'test';
export const webhookEventTypeSchema = z.enum([...WEBHOOK_EVENTS, TRIAL_EVENT]);

/** Why an endpoint is off: a user switched it off, its host did not answer for a day, or it answered 410. */
export const OFF_REASONS = ['user', 'unreachable', 'gone'] as const;

/** An address of the company's own system, to which events are sent with a signature. */
export const webhookEndpointSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The signing secret, encrypted, and its last four characters. */
  secret: z.object({ sealed: z.string(), last4: z.string() }),
  /** The secret before the last rotation; deliveries carry its signature too, until `until`. */
  oldSecret: sparse(z.object({ sealed: z.string(), until: instantSchema }).nullable(), null),
  /** null while it is on. */
  off: sparse(z.object({ reason: z.enum(OFF_REASONS), at: instantSchema }).nullable(), null),
  createdAt: instantSchema,
});
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** The fields that decide, for each change of the company's rows, whether an endpoint is told of it. */
export const directoryEndpointSchema = webhookEndpointSchema.pick({
  companyId: true,
  id: true,
  events: true,
  off: true,
});
export type DirectoryEndpoint = z.infer<typeof directoryEndpointSchema>;

/**
 * How an endpoint's host answers. Separate from the endpoint, because deliveries change it. After several failures in
 * a row no delivery is tried before `pausedUntil`.
 */
export const endpointHealthSchema = z.object({
  companyId: idSchema,
  endpointId: idSchema,
  /** Failed attempts since the last successful one. */
  failures: z.int().nonnegative(),
  failingSince: instantSchema.nullable(),
  pausedUntil: instantSchema.nullable(),
});
export type EndpointHealth = z.infer<typeof endpointHealthSchema>;

/** How long the log keeps a delivery. */
export const DELIVERIES_KEPT_DAYS = 7;
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One event for one endpoint: what is sent, and what the last attempt brought. */
export const webhookDeliverySchema = z.object({
  companyId: idSchema,
  endpointId: idSchema,
  /** Sorts by time; sent as `webhook-id`, the same with every attempt. */
  id: z.string(),
  type: webhookEventTypeSchema,
  /** What must stay in order: the ticket or contact. */
  subject: z.string(),
  /** The request's body. */
  body: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().nonnegative(),
  createdAt: instantSchema,
  /** When the next attempt is due; null without one. */
  nextAt: instantSchema.nullable(),
  /** What the last attempt brought; null before the first. */
  last: z
    .object({
      at: instantSchema,
      durationMs: z.int().nonnegative(),
      /** HTTP status; null if none came. */
      status: z.int().nullable(),
      /** Why no response came: a reason of `platform/fetch-outside.ts`; '' if one came. */
      failure: z.string(),
      /** The first part of the response's body as text. */
      answer: z.string(),
    })
    .nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

/**
 * Marks a delivery that waits for its next attempt, or behind an earlier one of its subject. The first of a subject is
 * tried; the others follow once it is delivered or given up.
 */
export const waitingDeliverySchema = z.object({
  companyId: idSchema,
  endpointId: idSchema,
  subject: z.string(),
  deliveryId: z.string(),
  at: instantSchema,
});
