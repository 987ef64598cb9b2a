import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../components/select-field.tsx';
import { LANGUAGE_NAMES } from '../../preferences/language-names.ts';
import { useSavedChoice } from '../hooks/use-save-setting.ts';
import { type ChoiceColumn, isOn, OPTION_GROUPS, type Option } from '../option-groups.ts';
import { FieldRow, SecretRow } from './field-row.tsx';
import { GroupCard, GroupRow } from './group-card.tsx';
import { SwitchRow } from './switch-row.tsx';
import { TextRow } from './text-row.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';

interface ChoiceRowProps {
  column: ChoiceColumn | 'language';
  value: string;
  choices: readonly { value: string; label: string }[];
}

const ChoiceRow = ({ column, value, choices }: ChoiceRowProps) => {
  const { t } = useTranslation('settings');
  const { shown, choose } = useSavedChoice(column, value);
  return (
    <SelectField
      label={t(`option.${column}.label`)}
      helperText={t(`option.${column}.help`)}
      value={shown}
      onChange={(event) => choose(event.target.value)}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </SelectField>
  );
};

const CHATBOT_TYPES = ['text', 'list', 'button'] as const satisfies CompanySettingsView['chatBotType'][];
const SCHEDULE_TYPES = [
  'disabled',
  'company',
  'queue',
  'connection',
] as const satisfies CompanySettingsView['scheduleType'][];

const OptionRow = ({ settings, option }: { settings: CompanySettingsView; option: Option }) => {
  const { t } = useTranslation('settings');
  switch (option.kind) {
    case 'language':
      return (
        <ChoiceRow
          column="language"
          value={settings.language}
          choices={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      );
    case 'chatBotType':
      return (
        <ChoiceRow
          column="chatBotType"
          value={settings.chatBotType}
          choices={CHATBOT_TYPES.map((value) => ({ value, label: t(`chatBotType.${value}`) }))}
        />
      );
    case 'scheduleType':
      return (
        <ChoiceRow
          column="scheduleType"
          value={settings.scheduleType}
          choices={SCHEDULE_TYPES.map((value) => ({ value, label: t(`scheduleType.${value}`) }))}
        />
      );
    case 'timeZone':
      return <TimeZoneRow />;
    case 'field':
      return <FieldRow settings={settings} {...option} />;
    case 'secret':
      return <SecretRow settings={settings} column={option.column} />;
    case 'text':
      return (
        <TextRow
          column={option.column}
          saved={settings[option.column]}
          disabled={!isOn(settings, option.needs)}
        />
      );
    case 'switch':
      return <SwitchRow settings={settings} {...option} />;
  }
};

/** Every choice of a company, in groups. */
export const Options = ({ settings }: { settings: CompanySettingsView }) => {
  const { t } = useTranslation('settings');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      {OPTION_GROUPS.map(({ id, options }) => (
        <GroupCard key={id} title={t(`group.${id}`)}>
          {options.map((option) => (
            <GroupRow key={option.kind === 'timeZone' ? option.kind : option.column}>
              <OptionRow settings={settings} option={option} />
            </GroupRow>
          ))}
        </GroupCard>
      ))}
    </Box>
  );
};
