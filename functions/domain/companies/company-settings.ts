import {
  type CompanySettingsView,
  companySettingsViewSchema,
  PLATFORM_KEYS,
  SETTING_COLUMNS,
  type settingRowSchema,
} from '@prosa/shared/contracts/companies.ts';
import { flagInput, toFlag, webLinkInput } from '@prosa/shared/contracts/fields.ts';
import { textSchema } from '@prosa/shared/entities/common.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import {
  type CompanySettings,
  companySettingsSchema,
  type PlatformSettings,
} from '@prosa/shared/entities/settings.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';
import {
  COMPANY_SETTINGS,
  HOURS_MAX,
  SETTING_ROWS,
  type SettingFormat,
  type SettingKey,
  type SettingRow,
} from '@prosa/shared/rules/company-settings.ts';
import * as z from 'zod';

/** Returns the API value of a setting: a switch as its word, a secret as whether it is set. */
const shownValue = ({ kind }: SettingRow, stored: string | number | boolean) => {
  if (kind === 'flag') return toFlag(stored === true);
  return kind === 'secret' ? stored !== '' : stored;
};

/** Presents company settings in their form for the API. */
export const presentCompanySettings = (settings: CompanySettings): CompanySettingsView =>
  companySettingsViewSchema.parse({
    companyId: settings.companyId,
    ...Object.fromEntries(SETTING_ROWS.map((row) => [row.key, shownValue(row, settings[row.key])])),
  });

/** Returns one row for each setting that can be read by its key. A row's id is its position in the list, from 1. */
export const presentSettingRows = (
  settings: CompanySettings,
  platform: PlatformSettings,
): z.infer<typeof settingRowSchema>[] => {
  const view = presentCompanySettings(settings);
  const shown = {
    ...platform,
    userCreation: toFlag(platform.userCreation),
    allowSignup: toFlag(platform.allowSignup),
  };
  return [
    ...SETTING_COLUMNS.options.map((key) => ({ key, value: view[key], companyId: settings.companyId })),
    ...PLATFORM_KEYS.options.map((key) => ({ key, value: shown[key], companyId: PLATFORM_COMPANY_ID })),
  ].map((row, index) => ({ ...row, id: index + 1, value: String(row.value) }));
};

const MESSAGE_MAX = 4096;

/** A number, or its digits as text, because the endpoint that changes a setting by key sends text. */
const hours = z.union([
  z.number().min(0).max(HOURS_MAX),
  // Ten digits are at most HOURS_MAX.
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);

const FORMATS: Record<SettingFormat, z.ZodType<string, string>> = {
  link: webLinkInput,
  /**
   * The URL of a service. A user name and password in the URL are rejected, because everybody who reads the settings
   * would see them.
   */
  service: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { username, password, search, hash } = new URL(text);
      return `${username}${password}${search}${hash}` === '';
    }, 'an address alone'),
  name: textSchema().trim().min(1).max(200),
  /** Sent in an HTTP header, so only printable ASCII without spaces. */
  key: z.string().regex(/^[\x21-\x7e]{0,500}$/, 'no key'),
};

/** Returns the schema of a setting's API input. Switches are words in the API and booleans in the database. */
const inputOf = (row: (typeof COMPANY_SETTINGS)[SettingKey]): z.ZodType<string | number | boolean> => {
  switch (row.kind) {
    case 'flag':
    case 'boolean':
      return flagInput;
    case 'choice':
      return row.stored.unwrap();
    case 'message':
      return textSchema().max(MESSAGE_MAX);
    case 'number':
      return hours;
    case 'line':
    case 'secret':
      return FORMATS[row.format];
  }
};

const TEXT_KINDS: ReadonlySet<string> = new Set(['message', 'line', 'secret']);

/** Switches that may only have a certain position if a text is set. */
const REQUIRED_TEXTS = SETTING_ROWS.flatMap((row) =>
  'text' in row ? [{ key: row.key, when: 'textWhen' in row ? row.textWhen : true, text: row.text }] : [],
);

const missingText = (settings: CompanySettings, changed: SettingKey, path: string): FieldProblem[] =>
  REQUIRED_TEXTS.filter(
    (rule) =>
      (rule.key === changed || rule.text === changed) &&
      settings[rule.key] === rule.when &&
      settings[rule.text].trim() === '',
  ).map((rule) => ({ path, message: `${rule.text} is required` }));

/**
 * Returns the settings with one column changed, or the problems of the value. Checks only the rules that involve this
 * column, so that other columns can still be changed while a default breaks a rule.
 * @param path of the value in the request
 */
export const changeSetting = (
  settings: CompanySettings,
  column: SettingKey,
  data: unknown,
  path = 'body.data',
): { settings: CompanySettings } | { problems: FieldProblem[] } => {
  const row = COMPANY_SETTINGS[column];
  // Programs may send a text of digits as a number.
  const isDigits = typeof data === 'number' && TEXT_KINDS.has(row.kind);
  const value = inputOf(row).safeParse(isDigits ? String(data) : data);
  if (!value.success) {
    return { problems: value.error.issues.map((issue) => ({ path, message: issue.message })) };
  }
  const changed = companySettingsSchema.parse({ ...settings, [column]: value.data });
  const problems = missingText(changed, column, path);
  return problems.length > 0 ? { problems } : { settings: changed };
};
