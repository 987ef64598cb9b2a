import * as z from 'zod';
import { colorSchema, idSchema, scheduleEntrySchema } from './common.ts';

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
  greetingMessage: z.string().default(''),
  queueType: z.enum(CHATBOT_OPTION_TYPES).default('text'),
  closeTicket: z.boolean().default(false),
  optQueueId: idSchema.nullable().default(null),
  optUserId: idSchema.nullable().default(null),
  optIntegrationId: idSchema.nullable().default(null),
  optFileId: idSchema.nullable().default(null),
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
  orderQueue: z.int().nonnegative().default(0),
  greetingMessage: z.string().default(''),
  outOfHoursMessage: z.string().default(''),
  closeTicket: z.boolean().default(false),
  /** `ativarRoteador` at the edge. */
  rotation: z.boolean().default(false),
  /** `tempoRoteador` at the edge. */
  rotationMinutes: z.int().nonnegative().default(0),
  integrationId: idSchema.nullable().default(null),
  fileListId: idSchema.nullable().default(null),
  schedules: z.array(scheduleEntrySchema).default([]),
  chatbots: z.array(chatbotOptionSchema).default([]),
});
export type Queue = z.infer<typeof queueSchema>;

/** What every request knows of a queue; texts, hours and options are read by who needs them. */
export const directoryQueueSchema = queueSchema.pick({
  companyId: true,
  id: true,
  name: true,
  color: true,
  orderQueue: true,
  closeTicket: true,
});
