import * as z from 'zod';
import { colorSchema, idSchema, instantSchema, nameSchema, scheduleEntrySchema } from '../entities/common.ts';
import { chatbotOptionSchema, ROTATION_MINUTES } from '../entities/queue.ts';
import { booleanInput, idInput, idParams, messageResponse } from './fields.ts';
import { route } from './route.ts';

export const queueViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  color: z.string(),
  orderQueue: z.int(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  closeTicket: z.boolean(),
  ativarRoteador: z.boolean(),
  tempoRoteador: z.int(),
  integrationId: idSchema.nullable(),
  fileListId: idSchema.nullable(),
  schedules: z.array(scheduleEntrySchema),
  chatbots: z.array(chatbotOptionSchema),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type QueueView = z.infer<typeof queueViewSchema>;

const chatbotInput = z.strictObject({
  id: z.string().max(40).optional(),
  name: nameSchema(4, 100),
  greetingMessage: z.string().max(4096).default(''),
  queueType: z.enum(['text', 'attendent', 'queue', 'integration', 'file']).default('text'),
  closeTicket: booleanInput.default(false),
  optQueueId: idInput.nullable().default(null),
  optUserId: idInput.nullable().default(null),
  optIntegrationId: idInput.nullable().default(null),
  optFileId: idInput.nullable().default(null),
  get options() {
    return z.array(chatbotInput).max(50).default([]);
  },
});

const writable = {
  name: nameSchema(2, 50),
  color: colorSchema,
  orderQueue: z.int().min(0).max(9999).default(0),
  greetingMessage: z.string().max(4096).default(''),
  outOfHoursMessage: z.string().max(4096).default(''),
  closeTicket: booleanInput.default(false),
  ativarRoteador: booleanInput.default(false),
  tempoRoteador: z.literal([...ROTATION_MINUTES]).default(0),
  integrationId: idInput.nullable().default(null),
  fileListId: idInput.nullable().default(null),
  schedules: z.array(scheduleEntrySchema).max(7).default([]),
  chatbots: z.array(chatbotInput).max(50).default([]),
};

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;

export const queueRoutes = {
  list: route({
    id: 'queues.list',
    method: 'GET',
    path: '/queue',
    query: z.strictObject({ companyId: idInput.optional() }),
    response: z.array(queueViewSchema),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    permission: 'authenticated',
    ...company,
    summary: 'All queues, in their order',
  }),
  get: route({
    id: 'queues.get',
    method: 'GET',
    path: '/queue/{id}',
    params: idParams,
    response: queueViewSchema,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: 'A queue',
  }),
  create: route({
    id: 'queues.create',
    method: 'POST',
    path: '/queue',
    body: z.strictObject(writable),
    response: queueViewSchema,
    status: 201,
    errors: [
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_QUEUE_NAME_EXISTS',
      'ERR_PLAN_LIMIT',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
    ],
    permission: 'admin',
    ...company,
    summary: 'Adds a queue, within the plan',
  }),
  update: route({
    id: 'queues.update',
    method: 'PUT',
    path: '/queue/{id}',
    params: idParams,
    body: z.strictObject(writable),
    response: queueViewSchema,
    errors: [
      'ERR_NO_QUEUE_FOUND',
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_QUEUE_NAME_EXISTS',
      'ERR_VALIDATION',
      'ERR_NO_PERMISSION',
      'ERR_CONFLICT',
    ],
    permission: 'admin',
    ...company,
    summary: 'Changes a queue',
  }),
  remove: route({
    id: 'queues.remove',
    method: 'DELETE',
    path: '/queue/{id}',
    params: idParams,
    response: messageResponse,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'admin',
    ...company,
    summary: 'Removes a queue; its tickets keep going without one',
  }),
} as const;
