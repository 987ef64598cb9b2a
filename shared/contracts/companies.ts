import * as z from 'zod';
import { holidaySchema, idSchema, nameSchema, scheduleEntrySchema } from '../entities/common.ts';
import { companySettingsSchema, platformSettingsSchema } from '../entities/settings.ts';
import { PLAN_FLAGS, type PlanFlag } from '../permissions.ts';
import { SHOWN_SETTINGS } from '../rules/company-settings.ts';
import { idInput, scheduleInput, textOrEmpty, uniqueBy } from './fields.ts';
import { route } from './route.ts';

export const companySettingsViewSchema = z.object({ companyId: idSchema, ...SHOWN_SETTINGS });
export type CompanySettingsView = z.infer<typeof companySettingsViewSchema>;
export const SETTING_COLUMNS = companySettingsSchema.omit({ companyId: true }).keyof();
/** Settings of the installation. They are read by key, like those of the company; none of them is secret. */
export const PLATFORM_KEYS = platformSettingsSchema.keyof();
const SETTING_KEYS = z.enum([...SETTING_COLUMNS.options, ...PLATFORM_KEYS.options]);
/** A setting in the form for older clients: one row for each setting, with its value as text. */
export const settingRowSchema = z.object({
  id: idSchema,
  key: SETTING_KEYS,
  value: z.string(),
  /** The company's own id, or the platform's for a setting of the installation. */
  companyId: idSchema,
});

/** A plan's features, besides `flags`, because older clients read them here. */
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

/** The company of a user, with the features of its plan. */
export const companyBriefSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The last day of the subscription, in the company's time zone. */
  dueDate: z.iso.date(),
  plan: z.object({ id: idSchema, name: z.string(), ...planFeatures }),
});

/** Maximum of a company's holidays: enough for some years, including movable and local holidays. */
export const HOLIDAYS_MAX = 100;
const HOLIDAY_NAME_MAX = 60;

/** Whether this runtime knows a time zone. An offset is not accepted, because it has no daylight saving. */
const isTimeZone = (text: string): boolean => {
  try {
    return (
      Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '' && /^[A-Z]/i.test(text)
    );
  } catch {
    return false;
  }
};

/** The working hours of a company. */
export const companyHoursSchema = z.object({
  companyId: idSchema,
  /** The two shifts of each weekday; empty if the company has set none. */
  schedules: z.array(scheduleEntrySchema),
  /** Not in the specification: the IANA time zone of all hours. */
  timeZone: z.string(),
  /** Not in the specification: days without shifts, sorted by date. They override the weekly hours. */
  holidays: z.array(holidaySchema),
});
export type CompanyHours = z.infer<typeof companyHoursSchema>;

/** Each setting has its own limits; this one rejects numbers that are too large for any setting. */
const SETTING_NUMBER_MAX = 1_000_000;
/** Older clients send null for an empty text. */
const settingInput = z
  .union([z.string().max(8192), z.boolean(), z.number().min(0).max(SETTING_NUMBER_MAX)])
  .nullable()
  .transform((value) => value ?? '');

/** The permission that both routes for changing a setting require. */
const SETTING_WRITER = 'admin';

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
    body: z.object({
      schedules: scheduleInput.optional(),
      timeZone: z.string().max(60).refine(isTimeZone, 'no time zone').optional(),
      holidays: z
        .array(
          z.object({
            date: holidaySchema.shape.date,
            name: textOrEmpty(nameSchema(0, HOLIDAY_NAME_MAX)).default(''),
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
    body: z.object({
      column: SETTING_COLUMNS,
      data: settingInput,
    }),
    response: z.object({ response: z.literal(true), result: companySettingsViewSchema }),
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: SETTING_WRITER,
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
    body: z.object({ value: settingInput }),
    response: settingRowSchema,
    errors: ['ERR_VALIDATION', 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    permission: SETTING_WRITER,
    ...company,
    expiry: 'enforced',
    summary: "Changes one of the company's settings, by key",
  }),
} as const;
