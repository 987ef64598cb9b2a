import {
  type CompanySettingsView,
  isBooleanAtEdge,
  PLATFORM_KEYS,
  SETTING_COLUMNS,
  type settingRowSchema,
} from '@prosa/shared/contracts/companies.ts';
import { flagInput, flagSchema, toFlag } from '@prosa/shared/contracts/fields.ts';
import {
  type CompanySettings,
  companySettingsSchema,
  PLATFORM_COMPANY_ID,
  type PlatformSettings,
} from '@prosa/shared/entities/company.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import type { FieldProblem } from '@prosa/shared/errors.ts';
import * as z from 'zod';

export type SettingColumn = Exclude<keyof CompanySettings, 'companyId'>;
export type SettingEdgeValue = string | number | boolean;

/** Settings as the edge shows them: switches are words, but for the few the family keeps as booleans. */
export const presentCompanySettings = (settings: CompanySettings): CompanySettingsView => ({
  companyId: settings.companyId,
  language: settings.language,
  hoursCloseTicketsAuto: settings.hoursCloseTicketsAuto,
  chatBotType: settings.chatBotType,
  scheduleType: settings.scheduleType,
  acceptCallWhatsapp: toFlag(settings.acceptCallWhatsapp),
  AcceptCallWhatsappMessage: settings.AcceptCallWhatsappMessage,
  userRandom: toFlag(settings.userRandom),
  sendGreetingMessageOneQueues: toFlag(settings.sendGreetingMessageOneQueues),
  sendSignMessage: toFlag(settings.sendSignMessage),
  sendFarewellWaitingTicket: toFlag(settings.sendFarewellWaitingTicket),
  userRating: toFlag(settings.userRating),
  sendGreetingAccepted: toFlag(settings.sendGreetingAccepted),
  greetingAcceptedMessage: settings.greetingAcceptedMessage,
  checkMsgIsGroup: toFlag(settings.checkMsgIsGroup),
  sendQueuePosition: toFlag(settings.sendQueuePosition),
  sendQueuePositionMessage: settings.sendQueuePositionMessage,
  acceptAudioMessageContact: toFlag(settings.acceptAudioMessageContact),
  sendMsgTransfTicket: toFlag(settings.sendMsgTransfTicket),
  transferMessage: settings.transferMessage,
  enableLGPD: toFlag(settings.enableLGPD),
  requiredTag: toFlag(settings.requiredTag),
  lgpdDeleteMessage: toFlag(settings.lgpdDeleteMessage),
  lgpdHideNumber: toFlag(settings.lgpdHideNumber),
  lgpdConsent: toFlag(settings.lgpdConsent),
  lgpdLink: settings.lgpdLink,
  lgpdMessage: settings.lgpdMessage,
  closeTicketOnTransfer: settings.closeTicketOnTransfer,
  DirectTicketsToWallets: settings.DirectTicketsToWallets,
  showNotificationPending: settings.showNotificationPending,
  transcriptionUrl: settings.transcriptionUrl,
  transcriptionModel: settings.transcriptionModel,
  transcriptionKey: settings.transcriptionKey !== '',
});

/** Every setting that can be read by key, one after the other; a row's id is its place among them. */
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
/** Far enough to mean never; the default is the family's. */
const HOURS_MAX = 9_999_999_999;

const words = flagSchema.transform((word) => word === 'enabled');
/** A number, or its digits: by key a value is text. */
const hours = z.union([
  z.number().min(0).max(HOURS_MAX),
  // Ten digits are HOURS_MAX at most.
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number),
]);
const link = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]);

/** An address without a name and password, which would be shown to whoever reads the settings. */
const service = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { username, password, search, hash } = new URL(text);
    return `${username}${password}${search}${hash}` === '';
  }, 'an address alone');
/** Travels in a header. */
const apiKey = z.string().regex(/^[\x21-\x7e]{0,500}$/, 'no key');

/** How the value of a column is read; inside, switches are booleans. */
const inputOf = (column: SettingColumn): z.ZodType<SettingEdgeValue> => {
  if (column === 'hoursCloseTicketsAuto') return hours;
  if (column === 'language') return z.enum(LANGUAGES);
  if (column === 'lgpdLink') return link;
  if (column === 'transcriptionUrl') return service;
  if (column === 'transcriptionModel') return z.string().trim().min(1).max(200);
  if (column === 'transcriptionKey') return apiKey;
  if (column === 'chatBotType') return z.enum(['text', 'list', 'button']);
  if (column === 'scheduleType') return z.enum(['disabled', 'queue', 'company', 'connection']);
  if (typeof companySettingsSchema.parse({ companyId: 1 })[column] === 'string')
    return z.string().max(MESSAGE_MAX);
  return isBooleanAtEdge(column) ? flagInput : words;
};

/** Texts that a switch needs before it may be in that position. */
const REQUIRED_TEXTS = [
  { column: 'sendMsgTransfTicket', when: true, text: 'transferMessage' },
  { column: 'sendGreetingAccepted', when: true, text: 'greetingAcceptedMessage' },
  { column: 'sendQueuePosition', when: true, text: 'sendQueuePositionMessage' },
  { column: 'acceptCallWhatsapp', when: false, text: 'AcceptCallWhatsappMessage' },
] as const satisfies readonly { column: SettingColumn; when: boolean; text: SettingColumn }[];

const missingText = (settings: CompanySettings, changed: SettingColumn, path: string): FieldProblem[] =>
  REQUIRED_TEXTS.filter(
    (rule) =>
      (rule.column === changed || rule.text === changed) &&
      settings[rule.column] === rule.when &&
      settings[rule.text].trim() === '',
  ).map((rule) => ({ path, message: `${rule.text} is required` }));

/**
 * Settings with one column changed, or what is wrong with the value. Only the rules the column takes part in are
 * looked at, so that defaults which break one can still be changed elsewhere.
 * @param path of the value in the request
 */
export const changeSetting = (
  settings: CompanySettings,
  column: SettingColumn,
  data: unknown,
  path = 'body.data',
): { settings: CompanySettings } | { problems: FieldProblem[] } => {
  const value = inputOf(column).safeParse(data);
  if (!value.success) {
    return { problems: value.error.issues.map((issue) => ({ path, message: issue.message })) };
  }
  const changed = companySettingsSchema.parse({ ...settings, [column]: value.data });
  const problems = missingText(changed, column, path);
  return problems.length > 0 ? { problems } : { settings: changed };
};
