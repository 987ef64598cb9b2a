import * as z from 'zod';
import { idSchema } from '../entities/common.ts';
import { CHATBOT_OPTION_TYPES } from '../entities/queue.ts';
import { idInput, idOrNone, messageResponse, orAbsent, orDefault } from './fields.ts';
import { levelInput, optionFields } from './queues.ts';
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
/** An option with one level of options below it; deeper levels are requested separately. */
export const chatbotViewSchema = nodeSchema.extend({
  queueId: idSchema,
  /** The parent option; null on the first level. */
  parentId: z.string().nullable(),
  options: z.array(nodeSchema),
});
export type ChatbotView = z.infer<typeof chatbotViewSchema>;

const optionId = z.string().min(1).max(40);
const params = z.strictObject({ id: optionId });
/** Without `queueId`, the option is searched in all queues; generated option ids are unique across queues. */
const ofQueue = z.strictObject({ queueId: idInput.optional() });
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
  'ERR_PLAN_FEATURE',
  'ERR_VALIDATION',
  'ERR_NO_PERMISSION',
  'ERR_CONFLICT',
] as const;

/** Routes for single options of a queue's menu, which `PUT /queue/{id}` changes as a whole. */
export const chatbotRoutes = {
  listOptions: route({
    id: 'queues.listOptions',
    method: 'GET',
    path: '/chatbot',
    query: ofQueue,
    response: z.array(chatbotViewSchema),
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    ...admin,
    summary: "A queue's first options, or those of all queues, each with those below it",
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
    body: z.object({
      /** The queue of the new option; by default the queue of the parent option. */
      queueId: orAbsent(idOrNone),
      /** The parent option; null adds the new option to the first level. */
      parentId: optionId.nullable().default(null),
      ...optionFields,
      options: orDefault(levelInput, []),
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
    body: z.object({
      queueId: orAbsent(idOrNone),
      ...optionFields,
      /** All options below this option; when absent, they stay unchanged. */
      options: orAbsent(levelInput),
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
