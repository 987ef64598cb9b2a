import * as z from 'zod';
import { integrationRecordSchema } from '../contracts/integrations.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const integrationEvents = {
  queueIntegration: defineEvent({
    name: 'company-{companyId}-queueIntegration',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), queueIntegration: integrationRecordSchema }),
      z.object({ action: z.literal('delete'), integrationId: idSchema }),
    ]),
    fit: { bounded: 'address, names and texts have at most 5,000 characters' },
    examples: [
      {
        action: 'create',
        queueIntegration: {
          companyId: 2,
          id: 3,
          name: 'Robô de vendas',
          type: 'n8n',
          urlN8N: 'https://n8n.example.com/webhook/vendas',
          projectName: '',
          jsonContent: '',
          credentialsHint: '',
          signingSecretLast4: 'x9Q=',
          language: 'pt-BR',
          typebotSlug: '',
          typebotExpires: 1,
          typebotDelayMessage: 1000,
          typebotKeywordFinish: '',
          typebotKeywordRestart: '',
          typebotRestartMessage: '',
          typebotUnknownMessage: '',
          flowId: null,
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', integrationId: 3 },
    ],
  }),
};
