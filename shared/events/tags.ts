import * as z from 'zod';
import { tagViewSchema } from '../contracts/tags.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

export const tagEvents = {
  tag: defineEvent({
    // Without a hyphen before the number, because older clients listen for this name.
    name: 'company{companyId}-tag',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), tag: tagViewSchema }),
      z.object({ action: z.literal('delete'), tagId: idSchema }),
    ]),
    fit: { bounded: 'a name of 50 characters, and numbers' },
    examples: [
      {
        action: 'update',
        tag: {
          id: 1,
          name: 'VIP',
          color: '#8E24AA',
          kanban: 0,
          contactsCount: 12,
          timeLane: 0,
          nextLaneId: null,
          rollbackLaneId: null,
          greetingMessageLane: '',
          userId: 1,
          companyId: 2,
          version: 1,
        },
      },
      { action: 'delete', tagId: 1 },
    ],
  }),
};
