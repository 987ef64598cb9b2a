import * as z from 'zod';
import { connectionBriefSchema, connectionSessionSchema } from '../contracts/connections.ts';
import { idSchema, instantSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const connectionEvents = {
  whatsapp: defineEvent({
    name: 'company-{companyId}-whatsapp',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.literal('update'), whatsapp: connectionBriefSchema }),
      z.object({ action: z.literal('delete'), whatsappId: idSchema }),
    ]),
    fit: { bounded: 'a name, a channel and a status' },
    examples: [
      {
        action: 'update',
        whatsapp: {
          id: 1,
          name: 'Loja',
          channel: 'whatsapp',
          isDefault: true,
          status: 'CONNECTED',
          groupAsTicket: 'disabled',
        },
      },
      { action: 'delete', whatsappId: 1 },
    ],
  }),
  whatsappSession: defineEvent({
    name: 'company-{companyId}-whatsappSession',
    audience: { kind: 'managers' },
    schema: z.object({ action: z.literal('update'), session: connectionSessionSchema }),
    fit: { bounded: 'a QR code and a reason, both of limited length' },
    examples: [
      {
        action: 'update',
        session: {
          id: 1,
          status: 'qrcode',
          qrcode: '2@abc',
          retries: 1,
          number: '',
          reason: '',
          updatedAt: AT,
        },
      },
    ],
  }),
  importMessages: defineEvent({
    name: 'importMessages-{companyId}',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({
        action: z.literal('update'),
        whatsappId: idSchema,
        status: z.object({
          /** Number of processed messages, and of `all` that the phone has reported so far. */
          this: z.int(),
          all: z.int(),
          /** Time of the message that was processed last. */
          date: instantSchema.nullable(),
        }),
      }),
      z.object({ action: z.literal('refresh'), whatsappId: idSchema }),
    ]),
    fit: { bounded: 'two counts and a time' },
    examples: [
      { action: 'update', whatsappId: 1, status: { this: 120, all: 4000, date: AT } },
      { action: 'refresh', whatsappId: 1 },
    ],
  }),
};
