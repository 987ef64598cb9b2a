import * as z from 'zod';
import { holidaySchema, idSchema, nameSchema, scheduleEntrySchema } from '../entities/common.ts';
import { companySettingsSchema, platformSettingsSchema } from '../entities/company.ts';
import { LANGUAGES } from '../entities/user.ts';
import { PLAN_FLAGS, type PlanFlag } from '../permissions.ts';
import { flagSchema, idInput, scheduleInput, uniqueBy } from './fields.ts';
import { route } from './route.ts';

/** Settings that are real booleans at the edge; all other switches are `enabled` / `disabled`. */
const BOOLEAN_AT_EDGE = [
  'closeTicketOnTransfer',
  'showNotificationPending',
  'DirectTicketsToWallets',
] as const;

export const companySettingsViewSchema = z.object({
  companyId: idSchema,
  /** Ours: what the system says by itself to customers is in this language. */
  language: z.enum(LANGUAGES),
  hoursCloseTicketsAuto: z.number(),
  chatBotType: z.enum(['text', 'list', 'button']),
  scheduleType: z.enum(['disabled', 'queue', 'company', 'connection']),
  acceptCallWhatsapp: flagSchema,
  AcceptCallWhatsappMessage: z.string(),
  userRandom: flagSchema,
  sendGreetingMessageOneQueues: flagSchema,
  sendSignMessage: flagSchema,
  sendFarewellWaitingTicket: flagSchema,
  userRating: flagSchema,
  sendGreetingAccepted: flagSchema,
  greetingAcceptedMessage: z.string(),
  checkMsgIsGroup: flagSchema,
  sendQueuePosition: flagSchema,
  sendQueuePositionMessage: z.string(),
  acceptAudioMessageContact: flagSchema,
  sendMsgTransfTicket: flagSchema,
  transferMessage: z.string(),
  enableLGPD: flagSchema,
  requiredTag: flagSchema,
  lgpdDeleteMessage: flagSchema,
  lgpdHideNumber: flagSchema,
  lgpdConsent: flagSchema,
  lgpdLink: z.string(),
  lgpdMessage: z.string(),
  closeTicketOnTransfer: z.boolean(),
  DirectTicketsToWallets: z.boolean(),
  showNotificationPending: z.boolean(),
  /** Ours: the OpenAI-compatible service that writes down what is said in voice notes. */
  transcriptionUrl: z.string(),
  transcriptionModel: z.string(),
  /** Whether there is a key; the key itself is written and never read. */
  transcriptionKey: z.boolean(),
});
export type CompanySettingsView = z.infer<typeof companySettingsViewSchema>;
export const SETTING_COLUMNS = companySettingsSchema.omit({ companyId: true }).keyof();
/** Settings of the installation. With the company's own they are read by key; no secret is among them. */
export const PLATFORM_KEYS = platformSettingsSchema.keyof();
const SETTING_KEYS = z.enum([...SETTING_COLUMNS.options, ...PLATFORM_KEYS.options]);
/** A setting as older clients read it, each a row of its own with its value as text. */
export const settingRowSchema = z.object({
  id: idSchema,
  key: SETTING_KEYS,
  value: z.string(),
  /** The company's own, or the platform's where the setting is the installation's. */
  companyId: idSchema,
});
export const isBooleanAtEdge = (column: string): boolean => BOOLEAN_AT_EDGE.some((name) => name === column);

/** Beside `flags`, where older clients look for a plan's features. */
const planFeatures = {
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
} satisfies Record<PlanFlag, z.ZodBoolean>;

/** Some years of holidays, movable and local ones among them. */
export const HOLIDAYS_MAX = 100;
const HOLIDAY_NAME_MAX = 60;

/** Whether this runtime tells the time in a zone. An offset is none: it knows no summer time. */
const isTimeZone = (text: string): boolean => {
  try {
    return (
      Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '' && /^[A-Z]/i.test(text)
    );
  } catch {
    return false;
  }
};

/** When a company works. */
export const companyHoursSchema = z.object({
  companyId: idSchema,
  /** Each weekday's two shifts; none at all where the company has said nothing. */
  schedules: z.array(scheduleEntrySchema),
  /** Ours: the IANA zone in which all hours are meant. */
  timeZone: z.string(),
  /** Ours: days without shifts, whichever hours apply; by date. */
  holidays: z.array(holidaySchema),
});
export type CompanyHours = z.infer<typeof companyHoursSchema>;

/** Each setting has limits of its own; this one refuses numbers that no setting has. */
const SETTING_NUMBER_MAX = 1_000_000;
const settingInput = z.union([z.string().max(8192), z.boolean(), z.number().min(0).max(SETTING_NUMBER_MAX)]);

const company = { plan: null, tenancy: 'company', rate: 'standard' } as const;

export const companyRoutes = {
  plan: route({
    id: 'companies.plan',
    method: 'GET',
    path: '/companies/listPlan/{companyId}',
    params: z.strictObject({ companyId: idInput }),
    response: z.object({
      id: idSchema,
      name: z.string(),
      plan: z.object({
        id: idSchema,
        name: z.string(),
        users: z.int(),
        connections: z.int(),
        queues: z.int(),
        flags: z.record(z.enum(PLAN_FLAGS), z.boolean()),
        ...planFeatures,
      }),
    }),
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    expiry: 'exempt',
    summary: "The company's plan and its features",
  }),
  schedules: route({
    id: 'companies.schedules',
    method: 'GET',
    path: '/companies/{companyId}/schedules',
    params: z.strictObject({ companyId: idInput }),
    response: companyHoursSchema,
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    expiry: 'enforced',
    summary: "The company's hours, its time zone and its holidays",
  }),
  updateSchedules: route({
    id: 'companies.updateSchedules',
    method: 'PUT',
    path: '/companies/{companyId}/schedules',
    params: z.strictObject({ companyId: idInput }),
    body: z.strictObject({
      schedules: scheduleInput.optional(),
      timeZone: z.string().max(60).refine(isTimeZone, 'no time zone').optional(),
      holidays: z
        .array(
          z.strictObject({
            date: holidaySchema.shape.date,
            name: nameSchema(0, HOLIDAY_NAME_MAX).default(''),
          }),
        )
        .max(HOLIDAYS_MAX)
        .check(uniqueBy(({ date }) => date, 'date'))
        .optional(),
    }),
    response: companyHoursSchema,
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_CONFLICT'],
    permission: 'admin',
    ...company,
    expiry: 'enforced',
    summary: "Changes the company's hours, its time zone or its holidays: what is left out stays",
  }),
  settings: route({
    id: 'companies.settings',
    method: 'GET',
    path: '/companySettings/{companyId}',
    params: z.strictObject({ companyId: idInput }),
    response: companySettingsViewSchema,
    errors: ['ERR_NO_PERMISSION', 'ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    expiry: 'enforced',
    summary: "The company's settings",
  }),
  setting: route({
    id: 'companies.setting',
    method: 'GET',
    path: '/companySettingOne',
    query: z.strictObject({ column: SETTING_COLUMNS }),
    response: z.record(z.string(), z.union([z.string(), z.boolean(), z.number()])),
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    expiry: 'enforced',
    summary: 'One setting',
  }),
  updateSetting: route({
    id: 'companies.updateSetting',
    method: 'PUT',
    path: '/companySettings',
    body: z.strictObject({
      column: SETTING_COLUMNS,
      data: settingInput,
    }),
    response: z.object({ response: z.literal(true), result: companySettingsViewSchema }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'admin',
    ...company,
    expiry: 'enforced',
    summary: 'Changes one setting',
  }),
  settingRows: route({
    id: 'companies.settingRows',
    method: 'GET',
    path: '/settings',
    response: z.array(settingRowSchema),
    errors: [],
    permission: 'authenticated',
    ...company,
    expiry: 'enforced',
    summary: "The company's settings and the installation's, by key; secrets are not among them",
  }),
  settingRow: route({
    id: 'companies.settingRow',
    method: 'GET',
    path: '/setting/{key}',
    params: z.strictObject({ key: SETTING_KEYS }),
    response: settingRowSchema,
    errors: ['ERR_VALIDATION'],
    permission: 'authenticated',
    ...company,
    expiry: 'enforced',
    summary: 'One of the settings, by key',
  }),
  updateSettingRow: route({
    id: 'companies.updateSettingRow',
    method: 'PUT',
    path: '/settings/{key}',
    params: z.strictObject({ key: SETTING_COLUMNS }),
    body: z.strictObject({ value: settingInput }),
    response: settingRowSchema,
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: 'admin',
    ...company,
    expiry: 'enforced',
    summary: "Changes one of the company's settings, by key",
  }),
} as const;
