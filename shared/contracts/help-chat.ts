import * as z from 'zod';
import { idSchema, textSchema } from '../entities/common.ts';
import { route } from './route.ts';

/** Messages of a conversation that a question carries, the newest. */
export const HELP_CHAT_MESSAGES_MAX = 20;
export const HELP_CHAT_MESSAGE_CHARS = 2000;
/** Helps that an answer names. */
export const HELP_CHAT_SOURCES_MAX = 3;

export const helpChatMessageSchema = z.object({
  by: z.enum(['user', 'assistant']),
  text: textSchema().trim().min(1).max(HELP_CHAT_MESSAGE_CHARS),
});
export type HelpChatMessage = z.infer<typeof helpChatMessageSchema>;

const everybody = {
  permission: 'authenticated',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Routes of the help chat: a model answers users' questions about the product. The installation stores no conversation. */
export const helpChatRoutes = {
  state: route({
    id: 'helpChat.state',
    method: 'GET',
    path: '/helps/chat',
    response: z.object({ isOn: z.boolean() }),
    errors: [],
    ...everybody,
    summary: 'Whether this installation has a help chat',
  }),
  ask: route({
    id: 'helpChat.ask',
    method: 'POST',
    path: '/helps/chat',
    body: z.object({
      messages: z
        .array(helpChatMessageSchema)
        .min(1)
        .max(HELP_CHAT_MESSAGES_MAX)
        .refine((messages) => messages.at(-1)?.by === 'user', 'the last message is no question')
        .describe('The conversation so far, the oldest message first; the last one is the question'),
    }),
    response: z.object({
      answer: z.string().describe("'' if the model gave no answer"),
      sources: z
        .array(z.object({ helpId: idSchema, title: z.string() }))
        .describe('The helps that fit the question, the best first'),
    }),
    errors: ['ERR_VALIDATION', 'ERR_HELP_CHAT_OFF', 'ERR_HELP_CHAT_FAILED'],
    ...everybody,
    summary:
      'Asks a model at an outside service about the product; it gets the helps that fit, and no data of the company',
  }),
} as const;
