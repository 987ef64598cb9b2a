import * as z from 'zod';
import {
  colorSchema,
  idSchema,
  instantSchema,
  nameSchema,
  scheduleEntrySchema,
  textSchema,
} from '../entities/common.ts';
import { CHATBOT_OPTION_TYPES, chatbotOptionSchema, ROTATION_MINUTES } from '../entities/queue.ts';
import { optionPath, treeProblems } from '../rules/option-tree.ts';
import {
  booleanInput,
  idInput,
  idOrNone,
  idParams,
  messageResponse,
  orAbsent,
  orDefault,
  scheduleEntryInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

/** The fields of a queue that every screen uses. */
export const queueBriefSchema = z.object({
  id: idSchema,
  name: z.string(),
  color: z.string(),
  orderQueue: z.int(),
  closeTicket: z.boolean(),
});
export type QueueBrief = z.infer<typeof queueBriefSchema>;

/** A queue without its options, which can be a hundred times as large. */
export const queueRowSchema = queueBriefSchema.extend({
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  ativarRoteador: z.boolean(),
  tempoRoteador: z.int(),
  integrationId: idSchema.nullable(),
  fileListId: idSchema.nullable(),
  schedules: z.array(scheduleEntrySchema),
  companyId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: z.int(),
});
export type QueueRowView = z.infer<typeof queueRowSchema>;

export const queueViewSchema = queueRowSchema.extend({
  chatbots: z.array(chatbotOptionSchema),
  /** Identifies the queue for other programs: 30 letters and digits, generated with the queue and never changed. */
  token: z.string(),
});
export type QueueView = z.infer<typeof queueViewSchema>;

/** Maximum number of options on one level, so that the menu stays readable. */
const OPTIONS_PER_LEVEL = 50;

/** The fields of an option, without the options below it. */
export const optionFields = {
  name: nameSchema(4, 100),
  greetingMessage: textOrEmpty(textSchema().max(4096)).default(''),
  queueType: orDefault(z.enum(CHATBOT_OPTION_TYPES), 'text'),
  closeTicket: orDefault(booleanInput, false),
  optQueueId: idOrNone.default(null),
  optUserId: idOrNone.default(null),
  optIntegrationId: idOrNone.default(null),
  optFileId: idOrNone.default(null),
};

const optionInput = z.object({
  /** Id of an existing option of the tree; any other option gets a new id. */
  id: orAbsent(z.string().max(40)),
  name: optionFields.name,
  greetingMessage: optionFields.greetingMessage,
  queueType: optionFields.queueType,
  closeTicket: optionFields.closeTicket,
  optQueueId: optionFields.optQueueId,
  optUserId: optionFields.optUserId,
  optIntegrationId: optionFields.optIntegrationId,
  optFileId: optionFields.optFileId,
  get options() {
    return z.array(optionInput).max(OPTIONS_PER_LEVEL).default([]);
  },
});
export type OptionInput = z.output<typeof optionInput>;

/** The options of one level, with all options below them. */
export const levelInput = z.array(optionInput).max(OPTIONS_PER_LEVEL);

/** A queue's whole option tree, validated by the rules of trees. */
export const optionTreeInput = orDefault(
  levelInput.superRefine((options, context) => {
    for (const problem of treeProblems(options)) {
      context.addIssue(
        problem.kind === 'too-large'
          ? { code: 'too_big', origin: 'array', maximum: problem.maximum, input: options }
          : {
              code: 'too_small',
              origin: 'string',
              minimum: 1,
              input: '',
              path: [...optionPath(problem.path), 'greetingMessage'],
            },
      );
    }
  }),
  [],
);

const writable = {
  name: nameSchema(2, 50),
  color: colorSchema,
  orderQueue: orDefault(z.int().min(0).max(9999), 0),
  greetingMessage: textOrEmpty(textSchema().max(4096)).default(''),
  outOfHoursMessage: textOrEmpty(textSchema().max(4096)).default(''),
  closeTicket: orDefault(booleanInput, false),
  ativarRoteador: orDefault(booleanInput, false),
  tempoRoteador: orDefault(z.literal([...ROTATION_MINUTES]), 0),
  integrationId: idOrNone.default(null),
  fileListId: idOrNone.default(null),
  schedules: orDefault(z.array(scheduleEntryInput).max(7), []),
  chatbots: optionTreeInput,
};

const company = { plan: null, tenancy: 'company', expiry: 'enforced', rate: 'standard' } as const;

export const queueRoutes = {
  list: route({
    id: 'queues.list',
    method: 'GET',
    path: '/queue',
    query: z.strictObject({ companyId: idInput.optional() }),
    response: z.array(queueRowSchema),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    permission: 'authenticated',
    ...company,
    summary: 'All queues without their options, in their order',
  }),
  listBrief: route({
    id: 'queues.listBrief',
    method: 'GET',
    path: '/queue/list',
    response: z.array(queueBriefSchema),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    summary: 'Names, colours and order of all queues, for every screen that shows them',
  }),
  reorder: route({
    id: 'queues.reorder',
    method: 'PUT',
    path: '/queue/order',
    body: z.object({ queueIds: z.array(idInput).min(1).max(1000) }),
    response: z.array(queueBriefSchema),
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'admin',
    ...company,
    summary: 'Puts the queues in this order; those it does not name follow as they were',
  }),
  get: route({
    id: 'queues.get',
    method: 'GET',
    path: '/queue/{id}',
    params: idParams,
    response: queueViewSchema,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_VALIDATION', 'ERR_NO_PERMISSION'],
    permission: 'admin',
    ...company,
    summary: 'A queue with its options and its token',
  }),
  create: route({
    id: 'queues.create',
    method: 'POST',
    path: '/queue',
    body: z.object(writable),
    response: queueViewSchema,
    status: 201,
    errors: [
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_QUEUE_NAME_EXISTS',
      'ERR_PLAN_LIMIT',
      'ERR_PLAN_FEATURE',
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
    body: z.object(writable),
    response: queueViewSchema,
    errors: [
      'ERR_NO_QUEUE_FOUND',
      'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      'ERR_QUEUE_NAME_EXISTS',
      'ERR_PLAN_FEATURE',
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
