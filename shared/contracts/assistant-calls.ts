import * as z from 'zod';
import { assistantCallSchema } from '../entities/assistant.ts';
import { idSchema } from '../entities/common.ts';
import { CALLS_KEPT_DAYS } from '../entities/service-call.ts';
import { assistantRoutes } from './assistants.ts';
import { idParams } from './fields.ts';
import { route } from './route.ts';
import { CALLS_PER_PAGE, callPage, callParams, callsQuery } from './service-calls.ts';

const assistantCallViewSchema = assistantCallSchema
  .omit({ companyId: true, question: true, answer: true, handedTo: true })
  .extend({
    /** The queue to which the model gave the conversation; null also if the queue was removed. */
    handedTo: z.object({ id: idSchema, name: z.string() }).nullable(),
  });

const { errors, permission, plan, tenancy, expiry, rate } = assistantRoutes.get;
const manage = { permission, plan, tenancy, expiry, rate };

/** Routes of the log of an assistant's calls. */
export const assistantCallRoutes = {
  calls: route({
    id: 'assistants.calls',
    method: 'GET',
    path: '/prompt/{id}/calls',
    params: idParams,
    query: callsQuery,
    response: callPage(assistantCallViewSchema),
    errors: [...errors, 'ERR_CURSOR_INVALID'],
    ...manage,
    summary: `The calls of an assistant's provider, the newest first, ${CALLS_PER_PAGE} on a page; kept for ${CALLS_KEPT_DAYS} days`,
  }),
  call: route({
    id: 'assistants.call',
    method: 'GET',
    path: '/prompt/{id}/calls/{callId}',
    params: callParams,
    response: assistantCallViewSchema.extend({
      question: assistantCallSchema.shape.question,
      answer: z.string(),
    }),
    errors: [...errors, 'ERR_NO_CALL_FOUND'],
    ...manage,
    summary: 'A call with the newest lines of the conversation that the model got, and its answer',
  }),
} as const;
