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
    // Meta may add parameters: only what is read is required.
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
    // The body is verified as raw bytes before anything reads it.
    response: z.string(),
    errors: ['ERR_UNAUTHENTICATED', 'ERR_UNAVAILABLE'],
    ...open,
    summary: "Meta's deliveries: verified, queued, then answered",
  }),
} as const;
