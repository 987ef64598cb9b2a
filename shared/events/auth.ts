import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

export const authEvents = {
  /** The account's rights changed or its sign-in sessions ended: the browser signs in again or reloads. */
  auth: defineEvent({
    name: 'company-{companyId}-auth',
    audience: { kind: 'users', of: ({ data }) => [data.user.id] },
    schema: z.object({
      action: z.literal('update'),
      user: z.object({ id: idSchema, sessionVersion: z.int() }),
    }),
    fit: { bounded: 'two numbers' },
    examples: [{ action: 'update', user: { id: 3, sessionVersion: 2 } }],
  }),
};
