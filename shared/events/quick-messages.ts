import * as z from 'zod';
import { quickMessageViewSchema } from '../contracts/quick-messages.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const quickMessageEvents = {
  /** Events of a quick message that is not shared go only to its owner. */
  quickMessage: defineEvent({
    name: 'company-{companyId}-quickmessage',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: quickMessageViewSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'record' in data
          ? { action: 'reference', id: data.record.id, version: data.record.version }
          : undefined,
    },
    examples: [
      {
        action: 'create',
        record: {
          id: 1,
          shortcode: 'bomdia',
          message: '{{ms}}, {{firstName}}. Como posso ajudar?',
          mediaPath: null,
          mediaName: null,
          geral: false,
          visao: true,
          status: true,
          userId: 3,
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', id: 1 },
      { action: 'reference', id: 1, version: 2 },
    ],
  }),
};
