import * as z from 'zod';
import { colorSchema, idSchema, scheduleEntrySchema } from './common.ts';
import { sparse } from './sparse.ts';

export const queueRefSchema = z.object({ id: idSchema, name: z.string(), color: z.string() });

export const CHATBOT_OPTION_TYPES = ['text', 'attendent', 'queue', 'integration', 'file'] as const;

/** One option of a queue's tree; options can be nested. */
export interface ChatbotOption {
  id: string;
  name: string;
  greetingMessage: string;
  queueType: (typeof CHATBOT_OPTION_TYPES)[number];
  closeTicket: boolean;
  optQueueId: number | null;
  optUserId: number | null;
  optIntegrationId: number | null;
  optFileId: number | null;
  options: ChatbotOption[];
}
export const chatbotOptionSchema: z.ZodType<ChatbotOption> = z.object({
  id: z.string(),
  name: z.string(),
  greetingMessage: sparse(z.string(), ''),
  queueType: z.enum(CHATBOT_OPTION_TYPES).default('text'),
  closeTicket: sparse(z.boolean(), false),
  optQueueId: sparse(idSchema.nullable(), null),
  optUserId: sparse(idSchema.nullable(), null),
  optIntegrationId: sparse(idSchema.nullable(), null),
  optFileId: sparse(idSchema.nullable(), null),
  get options() {
    return z.array(chatbotOptionSchema).default([]);
  },
});

/** Minutes after which rotation offers a waiting ticket to another attendant; 0 is off. */
export const ROTATION_MINUTES = [0, 2, 5, 10, 15, 30, 45, 60] as const;

export const queueSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  color: colorSchema,
  orderQueue: sparse(z.int().nonnegative(), 0),
  greetingMessage: sparse(z.string(), ''),
  outOfHoursMessage: sparse(z.string(), ''),
  closeTicket: sparse(z.boolean(), false),
  /** `ativarRoteador` in the API. */
  rotation: sparse(z.boolean(), false),
  /** `tempoRoteador` in the API. */
  rotationMinutes: sparse(z.int().nonnegative(), 0),
  integrationId: sparse(idSchema.nullable(), null),
  fileListId: sparse(idSchema.nullable(), null),
  schedules: sparse(z.array(scheduleEntrySchema), []),
  chatbots: sparse(z.array(chatbotOptionSchema), []),
  /** Identifies the queue for other programs. */
  token: sparse(z.string(), ''),
});
export type Queue = z.infer<typeof queueSchema>;

/** A queue's row without its options, which can be a hundred times as large and are seldom needed. */
export const queueRowSchema = queueSchema.omit({ chatbots: true });
/** A queue's options, in a row of their own. */
export const queueOptionsSchema = queueSchema.pick({ companyId: true, id: true, chatbots: true });

/** The fields of a queue that every request loads. Texts, hours and options are read only when needed. */
export const directoryQueueSchema = queueSchema.pick({
  companyId: true,
  id: true,
  name: true,
  color: true,
  orderQueue: true,
  closeTicket: true,
  rotation: true,
  rotationMinutes: true,
});
export type DirectoryQueue = z.infer<typeof directoryQueueSchema>;
