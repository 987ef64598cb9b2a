import * as z from 'zod';
import { announcementViewSchema } from '../contracts/announcements.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const announcementEvents = {
  /**
   * Users get an announcement while they may see it, and its deletion when they may not any more. Super administrators
   * get every change.
   */
  announcement: defineEvent({
    name: 'company-announcement',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: announcementViewSchema }),
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
          title: 'Manutenção no domingo',
          text: 'O sistema fica **fora do ar** das 2h às 3h.',
          priority: 2,
          status: true,
          expiresAt: null,
          publishedAt: AT,
          mediaPath: null,
          mediaName: null,
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
