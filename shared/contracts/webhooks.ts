import * as z from 'zod';
import { route } from './route.ts';

const open = {
  permission: 'webhook',
  provider: 'meta',
  plan: null,
  tenancy: 'none',
  expiry: 'exempt',
  rate: 'webhook',
} as const;

export const webhookRoutes = {
  verify: route({
    id: 'webhooks.verify',
    method: 'GET',
    path: '/webhooks/meta',
    // Meta may add parameters, so only the ones that are read are required.
    query: z.object({
      'hub.mode': z.string().max(100).optional(),
      'hub.challenge': z.string().max(1000).optional(),
      'hub.verify_token': z.string().max(1000).optional(),
    }),
    response: z.string(),
    errors: ['ERR_NO_PERMISSION'],
    ...open,
    summary: "Meta's handshake: echoes the challenge as text",
  }),
  receive: route({
    id: 'webhooks.receive',
    method: 'POST',
    path: '/webhooks/meta',
    // The signature of the raw body is verified before the body is parsed.
    response: z.string(),
    errors: ['ERR_UNAUTHENTICATED', 'ERR_UNAVAILABLE'],
    ...open,
    summary: "Meta's deliveries: verified, queued, then answered",
  }),
} as const;
