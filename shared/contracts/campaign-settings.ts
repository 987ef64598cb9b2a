import * as z from 'zod';
import type { CampaignSettings } from '../entities/campaign-settings.ts';
import { clockTimeSchema, idSchema, textSchema } from '../entities/common.ts';
import {
  CAMPAIGN_VARIABLES_MAX,
  MESSAGE_INTERVALS_S,
  MESSAGES_BEFORE_PAUSE,
  PAUSES_S,
  RECEIVER_VARIABLES,
  VARIABLE_KEY_MAX_CHARS,
  VARIABLE_VALUE_MAX_CHARS,
} from '../rules/campaign-settings.ts';
import { booleanInput, orAbsent, uniqueBy } from './fields.ts';
import { route } from './route.ts';

/** A name that stands in braces in a message. Upper and lower case are the same, so that no two look alike. */
const variableSchema = z.object({
  key: z
    .string()
    .max(VARIABLE_KEY_MAX_CHARS)
    .regex(/^\w+$/)
    .refine((key) => !RECEIVER_VARIABLES.some((name) => name === key.toLowerCase()), {
      params: { kind: 'reserved' },
    }),
  value: textSchema().min(1).max(VARIABLE_VALUE_MAX_CHARS),
});

/** The settings by their names in the API. */
const values = z.object({
  messageInterval: z.literal(MESSAGE_INTERVALS_S),
  longerIntervalAfter: z.literal(MESSAGES_BEFORE_PAUSE),
  greaterInterval: z.literal(PAUSES_S),
  variables: z
    .array(variableSchema)
    .max(CAMPAIGN_VARIABLES_MAX)
    .check(uniqueBy(({ key }) => key.toLowerCase(), 'key')),
  sabado: z.boolean(),
  domingo: z.boolean(),
  startHour: clockTimeSchema,
  endHour: clockTimeSchema,
  /** Not in the specification. */
  avoidNights: z.boolean(),
});
const SETTING_KEYS = values.keyof();
type SettingKey = z.infer<typeof SETTING_KEYS>;

/** The stored field of each setting, in the order of the API's list. */
export const CAMPAIGN_SETTING_FIELDS: Readonly<Record<SettingKey, keyof CampaignSettings>> = {
  messageInterval: 'messageIntervalS',
  longerIntervalAfter: 'messagesBeforePause',
  greaterInterval: 'pauseS',
  variables: 'variables',
  sabado: 'sendsOnSaturdays',
  domingo: 'sendsOnSundays',
  startHour: 'startTime',
  endHour: 'endTime',
  avoidNights: 'avoidsNights',
};
export const CAMPAIGN_SETTING_KEYS = SETTING_KEYS.options;

/** All settings as plain values. The end of the sending hours is after their start. */
export const campaignSettingValuesSchema = values.check(({ value, issues }) => {
  if (value.startHour >= value.endHour)
    issues.push({ code: 'custom', path: ['endHour'], params: { kind: 'beforeStart' }, input: value.endHour });
});
export type CampaignSettingValues = z.infer<typeof campaignSettingValuesSchema>;

/** One setting. `value` is a JSON text: `20`, `true`, `"09:00"` or a list of variables. */
const settingRowSchema = z.object({ id: idSchema, key: SETTING_KEYS, value: z.string() });
export const campaignSettingRowsSchema = z.array(settingRowSchema);
export type CampaignSettingRows = z.infer<typeof campaignSettingRowsSchema>;

const readJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The schema of the value rejects the text.
    return text;
  }
};
/** A value, or its JSON text as rows contain it. */
const orJson = <S extends z.ZodType>(schema: S, maxChars: number) =>
  orAbsent(z.union([schema, z.string().max(maxChars).transform(readJson).pipe(schema)]));

const NUMBER_MAX_CHARS = 4;
const TIME_MAX_CHARS = 7;
const VARIABLES_MAX_CHARS = 40_000;
const { shape } = values;

/** Some of the settings. Loose, so that an unknown name is an error of its own instead of being ignored. */
const settingsInput = z
  .looseObject({
    messageInterval: orJson(shape.messageInterval, NUMBER_MAX_CHARS),
    longerIntervalAfter: orJson(shape.longerIntervalAfter, NUMBER_MAX_CHARS),
    greaterInterval: orJson(shape.greaterInterval, NUMBER_MAX_CHARS),
    variables: orJson(shape.variables, VARIABLES_MAX_CHARS),
    sabado: orAbsent(booleanInput),
    domingo: orAbsent(booleanInput),
    startHour: orJson(shape.startHour, TIME_MAX_CHARS),
    endHour: orJson(shape.endHour, TIME_MAX_CHARS),
    avoidNights: orAbsent(booleanInput),
  })
  .check(({ value, issues }) => {
    const known: ReadonlySet<string> = new Set(CAMPAIGN_SETTING_KEYS);
    const unknown = Object.keys(value).find((key) => !known.has(key));
    if (unknown !== undefined) issues.push({ code: 'custom', message: 'unknown setting', input: unknown });
  });

const admin = {
  permission: 'admin',
  plan: 'useCampaigns',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

export const campaignSettingRoutes = {
  getSettings: route({
    id: 'campaignSettings.get',
    method: 'GET',
    path: '/campaign-settings',
    response: campaignSettingRowsSchema,
    errors: [],
    ...admin,
    summary: "The settings of the company's campaigns, one row each; each value is a JSON text",
  }),
  saveSettings: route({
    id: 'campaignSettings.save',
    method: 'POST',
    path: '/campaign-settings',
    body: z.object({ settings: settingsInput }),
    response: campaignSettingRowsSchema,
    errors: ['ERR_VALIDATION', 'ERR_CONFLICT'],
    ...admin,
    summary:
      'Changes some of the settings of campaigns, given by their names as values or as JSON texts: what is left out stays',
  }),
} as const;
