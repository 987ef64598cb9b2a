import * as z from 'zod';
import { colorSchema, idSchema, scheduleEntrySchema } from './common.ts';
import { sparse } from './sparse.ts';

export const queueRefSchema = z.object({ id: idSchema, name: z.string(), color: z.string() });

export const CHATBOT_OPTION_TYPES = ['text', 'attendent', 'queue', 'integration', 'file'] as const;

/** One option of a queue's tree; options nest. */
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

/** Minutes after which the router hands a waiting ticket on; 0 is unset. */
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
  /** `ativarRoteador` at the edge. */
  rotation: sparse(z.boolean(), false),
  /** `tempoRoteador` at the edge. */
  rotationMinutes: sparse(z.int().nonnegative(), 0),
  integrationId: sparse(idSchema.nullable(), null),
  fileListId: sparse(idSchema.nullable(), null),
  schedules: sparse(z.array(scheduleEntrySchema), []),
  chatbots: sparse(z.array(chatbotOptionSchema), []),
  /** Names the queue for other programs. */
  token: sparse(z.string(), ''),
});
export type Queue = z.infer<typeof queueSchema>;

/** A queue's row: without its options, which can be a hundred times as much and which few look at. */
export const queueRowSchema = queueSchema.omit({ chatbots: true });
/** A queue's options, in a row of their own. */
export const queueOptionsSchema = queueSchema.pick({ companyId: true, id: true, chatbots: true });

/** What every request knows of a queue; texts, hours and options are read by who needs them. */
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
