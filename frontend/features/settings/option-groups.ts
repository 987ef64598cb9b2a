import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { SETTING_ROWS, type SettingRow } from '@prosa/shared/rules/company-settings.ts';

/** A setting that the settings screen shows as a separate option. */
export type Option = Extract<SettingRow, { group: string }>;
export type OptionOf<K extends Option['kind']> = Extract<Option, { kind: K }>;
export type SwitchColumn = OptionOf<'flag' | 'boolean'>['key'];
/** A text setting: a separate option, or the text that a switch requires. */
export type TextColumn = OptionOf<'message'>['key'] | Extract<Option, { text: string }>['text'];

const OPTIONS = SETTING_ROWS.filter((row) => 'group' in row);

/** The options of the settings screen, by group. */
export const OPTION_GROUPS = [...new Set(OPTIONS.map(({ group }) => group))].map((id) => ({
  id,
  options: OPTIONS.filter(({ group }) => group === id),
}));

/** Returns whether a switch is on. Most switches are words in the API, a few are booleans. */
export const isOn = (settings: CompanySettingsView, column: SwitchColumn): boolean =>
  settings[column] === true || settings[column] === 'enabled';
