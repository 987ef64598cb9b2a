import * as z from 'zod';
import { flowPhraseRecordSchema } from '../contracts/flow-phrases.ts';
import { flowRecordSchema } from '../contracts/flows.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const flowEvents = {
  flow: defineEvent({
    name: 'company-{companyId}-flow',
    audience: { kind: 'company' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), flow: flowRecordSchema }),
      z.object({ action: z.literal('delete'), flowId: idSchema }),
    ]),
    fit: { bounded: 'a flow comes without its graph, and its name has at most 50 characters' },
    examples: [
      {
        action: 'create',
        flow: {
          id: 2,
          name: 'Boas-vindas',
          active: true,
          companyId: 2,
          userId: 3,
          published: 0,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', flowId: 2 },
    ],
  }),
  flowPhrase: defineEvent({
    name: 'company-{companyId}-flowcampaign',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), record: flowPhraseRecordSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
    ]),
    fit: { bounded: 'name and phrase have at most 305 characters' },
    examples: [
      {
        action: 'update',
        record: {
          id: 4,
          name: 'Promoção',
          flowId: 2,
          whatsappId: null,
          phrase: 'quero a promoção',
          match: 'contains',
          status: true,
          companyId: 2,
          createdAt: AT,
          updatedAt: AT,
          version: 3,
        },
      },
      { action: 'delete', id: 4 },
    ],
  }),
};
