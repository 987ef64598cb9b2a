import * as z from 'zod';
import { assistantRecordSchema } from '../contracts/assistants.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';

export const assistantEvents = {
  prompt: defineEvent({
    name: 'company-{companyId}-prompt',
    audience: { kind: 'admins' },
    schema: z.union([
      z.object({ action: z.enum(['create', 'update']), prompt: assistantRecordSchema }),
      z.object({ action: z.literal('delete'), intelligenceId: idSchema }),
      /** The corrections of the assistant changed; the event has none of their texts. */
      z.object({ action: z.literal('corrections'), intelligenceId: idSchema }),
    ]),
    fit: { bounded: 'instructions have at most 20,000 characters' },
    examples: [
      {
        action: 'create',
        prompt: {
          companyId: 2,
          id: 3,
          name: 'Atendente virtual',
          prompt: 'Você atende clientes de uma padaria. Responda em uma frase, com gentileza.',
          baseUrl: 'https://api.openai.com/v1',
          model: 'gpt-4o-mini',
          apiKey: '',
          apiKeyLast4: 'x9Qa',
          maxTokens: 100,
          temperature: 1,
          maxMessages: 10,
          transcriptionModel: 'whisper-1',
          voice: 'texto',
          voiceKey: '',
          voiceKeyLast4: '',
          voiceRegion: '',
          queueId: 1,
          queueIds: [],
          monthlyTokens: 0,
          disclosure: '',
          knowledge: ['quickMessages', 'files'],
          createdAt: AT,
          updatedAt: AT,
          version: 1,
        },
      },
      { action: 'delete', intelligenceId: 3 },
      { action: 'corrections', intelligenceId: 3 },
    ],
  }),
};
