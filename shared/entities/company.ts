import * as z from 'zod';
import { PLAN_FLAGS } from '../permissions.ts';
import { holidaySchema, idSchema, instantSchema, scheduleEntrySchema } from './common.ts';
import { LANGUAGES } from './user.ts';

export const planSchema = z.object({
  id: idSchema,
  name: z.string(),
  users: z.int().nonnegative(),
  connections: z.int().nonnegative(),
  queues: z.int().nonnegative(),
  /** BRL cents. */
  amountCents: z.int().nonnegative().default(0),
  isPublic: z.boolean().default(true),
  trialDays: z.int().nonnegative().default(7),
  flags: z.record(z.enum(PLAN_FLAGS), z.boolean()),
});
export type Plan = z.infer<typeof planSchema>;

/** The platform's own company never expires: its due date is this, whatever is stored. */
export const PLATFORM_COMPANY_ID = 1;
export const NEVER_DUE = '2999-12-31T00:00:00.000Z';

export const companySchema = z.object({
  companyId: idSchema,
  name: z.string(),
  email: z.string().default(''),
  phone: z.string().default(''),
  document: z.string().default(''),
  planId: idSchema,
  active: z.boolean().default(true),
  dueDate: instantSchema,
  recurrence: z.enum(['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']).default('MENSAL'),
  paymentMethod: z.string().default(''),
  lastLogin: instantSchema.nullable().default(null),
  addressStreet: z.string().default(''),
  addressState: z.string().default(''),
  addressCity: z.string().default(''),
  /** IANA zone in which hours are meant. */
  timeZone: z.string().default('America/Sao_Paulo'),
  schedules: z.array(scheduleEntrySchema).default([]),
  /** Days without shifts, whichever hours apply. */
  holidays: z.array(holidaySchema).default([]),
});
export type Company = z.infer<typeof companySchema>;

/** Until when a company's subscription runs. */
export const dueDateOf = ({ companyId, dueDate }: Pick<Company, 'companyId' | 'dueDate'>): string =>
  companyId === PLATFORM_COMPANY_ID ? NEVER_DUE : dueDate;

export const companySettingsSchema = z.object({
  companyId: idSchema,
  /** In which the system speaks to customers where no text of the company says it. */
  language: z.enum(LANGUAGES).default('pt'),
  hoursCloseTicketsAuto: z.number().nonnegative().default(9_999_999_999),
  chatBotType: z.enum(['text', 'list', 'button']).default('text'),
  scheduleType: z.enum(['disabled', 'queue', 'company', 'connection']).default('disabled'),
  acceptCallWhatsapp: z.boolean().default(true),
  AcceptCallWhatsappMessage: z.string().default(''),
  /** Off until somebody asks for it: drawn by lot, a waiting ticket is hidden from all but one of its queue. */
  userRandom: z.boolean().default(false),
  sendGreetingMessageOneQueues: z.boolean().default(true),
  sendSignMessage: z.boolean().default(true),
  sendFarewellWaitingTicket: z.boolean().default(false),
  userRating: z.boolean().default(false),
  sendGreetingAccepted: z.boolean().default(true),
  greetingAcceptedMessage: z.string().default(''),
  checkMsgIsGroup: z.boolean().default(true),
  sendQueuePosition: z.boolean().default(false),
  sendQueuePositionMessage: z.string().default(''),
  acceptAudioMessageContact: z.boolean().default(true),
  sendMsgTransfTicket: z.boolean().default(false),
  transferMessage: z.string().default(''),
  enableLGPD: z.boolean().default(false),
  requiredTag: z.boolean().default(false),
  lgpdDeleteMessage: z.boolean().default(false),
  lgpdHideNumber: z.boolean().default(false),
  lgpdConsent: z.boolean().default(false),
  lgpdLink: z.string().default(''),
  lgpdMessage: z.string().default(''),
  closeTicketOnTransfer: z.boolean().default(false),
  DirectTicketsToWallets: z.boolean().default(false),
  showNotificationPending: z.boolean().default(false),
  /** Where an OpenAI-compatible service is, up to what comes before `/audio/transcriptions`. */
  transcriptionUrl: z.string().default('https://api.openai.com/v1'),
  transcriptionModel: z.string().default('whisper-1'),
  /** Sealed for the company; nobody is shown it. Empty: nothing is transcribed. */
  transcriptionKey: z.string().default(''),
});
export type CompanySettings = z.infer<typeof companySettingsSchema>;

/** Installation-wide settings. Secrets are not kept here. */
export const platformSettingsSchema = z.object({
  userCreation: z.boolean().default(true),
  allowSignup: z.boolean().default(false),
  /** MB. */
  downloadLimit: z.int().positive().default(64),
  primaryColorLight: z.string().default(''),
  primaryColorDark: z.string().default(''),
  appName: z.string().default(''),
  appLogoLight: z.string().default(''),
  appLogoDark: z.string().default(''),
  appLogoFavicon: z.string().default(''),
});
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;
