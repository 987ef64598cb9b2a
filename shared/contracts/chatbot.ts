import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { CHATBOT_OPTION_TYPES } from '../entities/queue.ts';
import { OPTIONS_MAX } from '../rules/option-tree.ts';
import { idInput, messageResponse } from './fields.ts';
import { levelInput, optionFields, queueRoutes } from './queues.ts';
import { route } from './route.ts';

const nodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  greetingMessage: z.string(),
  queueType: z.enum(CHATBOT_OPTION_TYPES),
  closeTicket: z.boolean(),
  optQueueId: idSchema.nullable(),
  optUserId: idSchema.nullable(),
  optIntegrationId: idSchema.nullable(),
  optFileId: idSchema.nullable(),
});
/** An option with those below it, one level of them: who wants more asks for these. */
export const chatbotViewSchema = nodeSchema.extend({
  queueId: idSchema,
  /** The option above; null on the first level. */
  parentId: z.string().nullable(),
  options: z.array(nodeSchema),
});
export type ChatbotView = z.infer<typeof chatbotViewSchema>;

const optionId = z.string().min(1).max(40);
const params = z.strictObject({ id: optionId });
/** An option's id is its own in its queue: the queue is always named beside it. */
const ofQueue = z.strictObject({ queueId: idInput });
const admin = {
  permission: 'admin',
  plan: null,
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

const CHANGE_ERRORS = [
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_CHATBOT_FOUND',
  'ERR_VALIDATION',
  'ERR_NO_PERMISSION',
  'ERR_CONFLICT',
] as const;

/** Option by option, what `PUT /queue/{id}` changes as a whole: the options of a queue's menu. */
const chatbotRoutes = {
  listOptions: route({
    id: 'queues.listOptions',
    method: 'GET',
    path: '/chatbot',
    query: ofQueue,
    response: z.array(chatbotViewSchema).max(OPTIONS_MAX),
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary: "A queue's first options, each with those below it",
  }),
  getOption: route({
    id: 'queues.getOption',
    method: 'GET',
    path: '/chatbot/{id}',
    params,
    query: ofQueue,
    response: chatbotViewSchema,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_CHATBOT_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary: 'An option with those below it',
  }),
  createOption: route({
    id: 'queues.createOption',
    method: 'POST',
    path: '/chatbot',
    body: z.strictObject({
      queueId: idInput,
      /** The option to add it to; the first level without one. */
      parentId: optionId.nullable().default(null),
      ...optionFields,
      options: levelInput.default([]),
    }),
    response: chatbotViewSchema,
    status: 201,
    errors: CHANGE_ERRORS,
    ...admin,
    summary: 'Adds an option behind those of its level',
  }),
  updateOption: route({
    id: 'queues.updateOption',
    method: 'PUT',
    path: '/chatbot/{id}',
    params,
    body: z.strictObject({
      queueId: idInput,
      ...optionFields,
      /** All that are to be below it; without them these stay as they are. */
      options: levelInput.optional(),
    }),
    response: chatbotViewSchema,
    errors: CHANGE_ERRORS,
    ...admin,
    summary: 'Changes an option',
  }),
  removeOption: route({
    id: 'queues.removeOption',
    method: 'DELETE',
    path: '/chatbot/{id}',
    params,
    query: ofQueue,
    response: messageResponse,
    errors: CHANGE_ERRORS,
    ...admin,
    summary: 'Removes an option and all below it',
  }),
} as const;

/** What a queue's screens call: queues, and their options one by one. */
export const menuRoutes = { ...queueRoutes, ...chatbotRoutes } as const;
