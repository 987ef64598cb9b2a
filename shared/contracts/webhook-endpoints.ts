import * as z from 'zod';
import { instantSchema, nameSchema } from '../entities/common.ts';
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATES,
  WEBHOOK_EVENTS,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from '../entities/webhook-endpoint.ts';
import { booleanInput, emptyResponse, idInput, idParams, pageQuery } from './fields.ts';
import { route } from './route.ts';

/** Endpoints of a company: each event is stored and sent once for each of them. */
export const ENDPOINTS_MAX = 10;
export const DELIVERIES_PER_PAGE = 20;
const URL_MAX_CHARS = 2048;

export const webhookEndpointViewSchema = webhookEndpointSchema
  .pick({ id: true, name: true, url: true, events: true, off: true, createdAt: true })
  .extend({
    secretLast4: z.string(),
    /** While two secrets sign: until when the one before does. */
    oldSecretUntil: instantSchema.nullable(),
    /** Set while attempts fail. */
    failingSince: instantSchema.nullable(),
    /** Set while nothing is sent to the endpoint, because its host does not answer. */
    pausedUntil: instantSchema.nullable(),
    version: z.int(),
  });
export type WebhookEndpointView = z.infer<typeof webhookEndpointViewSchema>;

export const webhookDeliveryViewSchema = webhookDeliverySchema.omit({
  companyId: true,
  subject: true,
  body: true,
});
export type WebhookDeliveryView = z.infer<typeof webhookDeliveryViewSchema>;

/** Fields of an endpoint that a user enters. */
export const webhookEndpointInput = z.object({
  name: nameSchema(2, 50),
  url: z.url({ protocol: /^https$/ }).max(URL_MAX_CHARS),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
});

const deliveryParams = z.strictObject({ id: idInput, deliveryId: z.string().regex(/^[\w-]{1,100}$/) });
/** With the whole secret, which is shown this once. */
const withSecret = webhookEndpointViewSchema.extend({ secret: z.string() });

/** Administrators only: deliveries carry the conversations of the whole company, with full numbers. */
const manage = {
  permission: 'admin',
  plan: 'useExternalApi',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;
const refusals = ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'] as const;

export const webhookEndpointRoutes = {
  list: route({
    id: 'webhookEndpoints.list',
    method: 'GET',
    path: '/webhook-endpoints',
    response: z.array(webhookEndpointViewSchema),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'],
    ...manage,
    summary: `The addresses to which the company's events are sent, by name; at most ${ENDPOINTS_MAX}`,
  }),
  create: route({
    id: 'webhookEndpoints.create',
    method: 'POST',
    path: '/webhook-endpoints',
    body: webhookEndpointInput,
    response: withSecret,
    errors: [...refusals, 'ERR_WEBHOOK_LIMIT', 'ERR_WEBHOOK_URL', 'ERR_CONFLICT'],
    ...manage,
    summary:
      'Adds an endpoint. Its secret (`whsec_…`) is shown this once; deliveries are signed with it as Standard Webhooks describes',
  }),
  update: route({
    id: 'webhookEndpoints.update',
    method: 'PUT',
    path: '/webhook-endpoints/{id}',
    params: idParams,
    body: webhookEndpointInput.partial().extend({
      /** false switches it off; true switches it on again, also after the system switched it off. */
      isOn: booleanInput.optional(),
      version: z.int().optional(),
    }),
    response: webhookEndpointViewSchema.extend({
      /** Only with another `url`: the new secret, shown this once. */
      secret: z.string().optional(),
    }),
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_WEBHOOK_URL', 'ERR_CONFLICT'],
    ...manage,
    summary:
      'Changes an endpoint, or switches it on or off. What happens while it is off is not sent later. Another address gets a new secret at once, because the one before belongs to the receiver before',
  }),
  remove: route({
    id: 'webhookEndpoints.remove',
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    params: idParams,
    response: emptyResponse,
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Removes an endpoint and its waiting deliveries',
  }),
  rotateSecret: route({
    id: 'webhookEndpoints.rotateSecret',
    method: 'POST',
    path: '/webhook-endpoints/{id}/secret',
    params: idParams,
    response: withSecret,
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_CONFLICT'],
    ...manage,
    summary: 'A new secret, shown this once. For 24 hours deliveries carry the signatures of both',
  }),
  sendTrial: route({
    id: 'webhookEndpoints.sendTrial',
    method: 'POST',
    path: '/webhook-endpoints/{id}/test',
    params: idParams,
    response: webhookDeliveryViewSchema,
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_WEBHOOK_OFF'],
    ...manage,
    summary: 'Sends an event of the type `test` to the endpoint; its outcome is in the log',
  }),
  deliveries: route({
    id: 'webhookEndpoints.deliveries',
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries',
    params: idParams,
    query: z.strictObject({ cursor: pageQuery.cursor, state: z.enum(DELIVERY_STATES).optional() }),
    response: z.object({
      deliveries: z.array(webhookDeliveryViewSchema),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_CURSOR_INVALID'],
    ...manage,
    summary: `What was sent to an endpoint, the newest first, ${DELIVERIES_PER_PAGE} on a page; kept for ${DELIVERIES_KEPT_DAYS} days`,
  }),
  delivery: route({
    id: 'webhookEndpoints.delivery',
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries/{deliveryId}',
    params: deliveryParams,
    response: webhookDeliveryViewSchema.extend({
      /** The body of the request, as it was or will be sent. */
      body: z.string(),
    }),
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_NO_DELIVERY_FOUND'],
    ...manage,
    summary: 'One delivery, with its body and the first part of the last response',
  }),
  redeliver: route({
    id: 'webhookEndpoints.redeliver',
    method: 'POST',
    path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
    params: deliveryParams,
    response: webhookDeliveryViewSchema,
    errors: [...refusals, 'ERR_NO_WEBHOOK_FOUND', 'ERR_NO_DELIVERY_FOUND', 'ERR_WEBHOOK_OFF', 'ERR_CONFLICT'],
    ...manage,
    summary: 'Sends a delivery again, with the same id and body',
  }),
} as const;
