import * as z from 'zod';
import { route } from './route.ts';

/** Lifetime of a socket token, which opens one WebSocket connection. */
export const REALTIME_TICKET_TTL_MS = 60_000;

export const realtimeRoutes = {
  createTicket: route({
    id: 'realtime.createTicket',
    method: 'POST',
    path: '/realtime/ticket',
    response: z.object({ ticket: z.string(), expiresInS: z.int() }),
    errors: [],
    permission: 'authenticated',
    plan: null,
    tenancy: 'company',
    expiry: 'enforced',
    rate: 'standard',
    summary: 'A one-time ticket for `/ws?ticket=…`',
  }),
} as const;
