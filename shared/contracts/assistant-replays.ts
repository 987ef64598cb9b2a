import * as z from 'zod';
import { idSchema, instantSchema } from '../entities/common.ts';
import { messageIdSchema } from '../entities/message.ts';
import { assistantRoutes } from './assistants.ts';
import { idInput } from './fields.ts';
import { route } from './route.ts';

/** Past conversations that an assistant is compared with. */
export const REPLAYED_MAX = 50;
/** Lines of a conversation that its view shows, the newest. */
export const REPLAYED_LINES = 6;

const line = z.object({ by: z.enum(['customer', 'company']), text: z.string() });

export const pastExchangeSchema = z.object({
  ticketId: idSchema,
  ticketUuid: z.string(),
  /** The customer's last message before the answer. */
  messageId: messageIdSchema,
  at: instantSchema,
  /** The conversation up to the question, without numbers; the last line is the customer's. */
  lines: z.array(line),
  /** What an attendant answered, without numbers. */
  answer: z.string(),
  /** The attendant's name; '' if the user was removed. */
  answeredBy: z.string(),
});
export type PastExchangeView = z.infer<typeof pastExchangeSchema>;

const { permission, plan, tenancy, expiry, rate } = assistantRoutes.test;
const manage = { permission, plan, tenancy, expiry, rate };

/** Routes of the page that compares a draft of an assistant with what people answered. */
export const assistantReplayRoutes = {
  exchanges: route({
    id: 'assistants.exchanges',
    method: 'GET',
    path: '/prompt/exchanges',
    response: z.object({ exchanges: z.array(pastExchangeSchema) }),
    errors: ['ERR_NO_PERMISSION', 'ERR_PLAN_FEATURE'],
    ...manage,
    summary: `Questions of customers in conversations that were closed last, with the answers of attendants; at most ${REPLAYED_MAX}, one of each ticket, without anybody's number`,
  }),
  replay: route({
    id: 'assistants.replay',
    method: 'POST',
    path: '/prompt/replay',
    body: assistantRoutes.test.body
      .omit({ question: true })
      .extend({ ticketId: idInput, messageId: messageIdSchema }),
    response: assistantRoutes.test.response,
    errors: [...assistantRoutes.test.errors, 'ERR_NO_TICKET_FOUND'],
    ...manage,
    summary:
      'Asks an assistant, as it is in the form, about a past conversation up to a message of the customer, without anybody’s number; nobody is answered',
  }),
} as const;
