import * as z from 'zod';
import { route } from './route.ts';

/** A ticket opens one socket, within this time. */
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
