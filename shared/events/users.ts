import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const userEventSchema = z.object({
  id: idSchema,
  name: z.string(),
  color: z.string(),
  online: z.boolean(),
  version: z.int(),
});

export const userEvents = {
  user: defineEvent({
    name: 'company-{companyId}-user',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), user: userEventSchema }),
      z.object({ action: z.literal('delete'), userId: idSchema }),
    ]),
    fit: { bounded: 'a name and a colour' },
    examples: [
      {
        action: 'update',
        user: { id: 3, name: 'Bruno', color: '#7c7c7c', online: true, version: 1_795_176_000_000 },
      },
      { action: 'delete', userId: 3 },
    ],
  }),
};
