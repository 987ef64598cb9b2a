import SearchOffRounded from '@mui/icons-material/SearchOffRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { COMPANY_SETTINGS } from '@prosa/shared/rules/company-settings.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { LANGUAGE_NAMES } from '../../preferences/language-names.ts';
import { matchesSearch } from '../find-options.ts';
import { useSavedChoice } from '../hooks/use-save-setting.ts';
import { isOn, OPTION_GROUPS, type Option, type OptionOf } from '../option-groups.ts';
import { FieldRow, SecretRow } from './field-row.tsx';
import { GroupCard, GroupRow } from './group-card.tsx';
import { HoursFollow } from './hours-follow.tsx';
import { SwitchRow } from './switch-row.tsx';
import { TextRow } from './text-row.tsx';
import { TimeZoneRow } from './time-zone-row.tsx';

type Group = (typeof OPTION_GROUPS)[number];
type ChoiceColumn = OptionOf<'choice'>['key'];

/** Returns the values of a setting with their labels. */
const useChoices = (column: ChoiceColumn): { value: string; label: string }[] => {
  const { t } = useTranslation('settings');
  switch (column) {
    case 'language':
      return LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
    case 'chatBotType':
      return COMPANY_SETTINGS[column].stored.unwrap().options.map((value) => ({
        value,
        label: t(`${column}.${value}`),
      }));
    case 'scheduleType':
      return COMPANY_SETTINGS[column].stored.unwrap().options.map((value) => ({
        value,
        label: t(`${column}.${value}`),
      }));
  }
};

const ChoiceRow = ({ settings, column }: { settings: CompanySettingsView; column: ChoiceColumn }) => {
  const { t } = useTranslation('settings');
  const { shown, choose } = useSavedChoice(column, settings[column]);
  const choices = useChoices(column);
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

const OptionRow = ({ settings, option }: { settings: CompanySettingsView; option: Option }) => {
  switch (option.kind) {
    case 'choice':
      return <ChoiceRow settings={settings} column={option.key} />;
    case 'line':
    case 'number':
      return (
        <FieldRow
          settings={settings}
          column={option.key}
          {...('needs' in option ? { needs: option.needs } : {})}
        />
      );
    case 'secret':
      return <SecretRow settings={settings} column={option.key} />;
    case 'message':
      return (
        <TextRow column={option.key} saved={settings[option.key]} disabled={!isOn(settings, option.needs)} />
      );
    case 'flag':
    case 'boolean':
      return <SwitchRow settings={settings} option={option} />;
  }
};

const groupId = (group: Group['id']): string => `settings-${group}`;

/** Returns the groups with those of their settings that match a search. */
const useFoundGroups = (search: string): (Group & { hasTimeZone: boolean })[] => {
  const { t } = useTranslation('settings');
  const textsOf = (option: Option): string[] => {
    const texts = [t(`group.${option.group}`)];
    if (option.kind === 'message') return [...texts, t(`text.${option.key}`)];
    texts.push(t(`option.${option.key}.label`), t(`option.${option.key}.help`));
    if ('text' in option) texts.push(t(`text.${option.text}`));
    if (option.key === 'chatBotType')
      texts.push(t('chatBotType.text'), t('chatBotType.list'), t('chatBotType.button'));
    if (option.key === 'scheduleType')
      texts.push(t('scheduleType.company'), t('scheduleType.queue'), t('scheduleType.connection'));
    return texts;
  };
  const isZoneFound = matchesSearch(search, [t('group.hours'), t('hours.timeZone'), t('hours.timeZoneHelp')]);
  return OPTION_GROUPS.map(({ id, options }) => ({
    id,
    options: options.filter((option) => matchesSearch(search, textsOf(option))),
    hasTimeZone: id === 'hours' && isZoneFound,
  })).filter(({ options, hasTimeZone }) => options.length > 0 || hasTimeZone);
};

const Sections = ({ groups }: { groups: readonly Group['id'][] }) => {
  const { t } = useTranslation('settings');
  return (
    <Box
      component="nav"
      aria-label={t('sections')}
      sx={{ display: { xs: 'none', lg: 'block' }, position: 'sticky', top: 0, width: 220, flexShrink: 0 }}
    >
      <MenuList dense disablePadding>
        {groups.map((id) => (
          <MenuItem
            key={id}
            component="a"
            href={`#${groupId(id)}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(groupId(id))?.scrollIntoView({ block: 'start' });
            }}
          >
            {t(`group.${id}`)}
          </MenuItem>
        ))}
      </MenuList>
    </Box>
  );
};

interface OptionsProps {
  settings: CompanySettingsView;
  search: string;
  onEditHours: () => void;
}

/** The settings of a company that match a search, in sections. */
export const Options = ({ settings, search, onEditHours }: OptionsProps) => {
  const { t } = useTranslation('settings');
  const groups = useFoundGroups(search);
  if (groups.length === 0)
    return (
      <EmptyState icon={<SearchOffRounded />} title={t('search.nothing')} hint={t('search.nothingHint')} />
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 6 }}>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          maxWidth: layout.readable,
          display: 'flex',
          flexDirection: 'column',
          gap: 6,
        }}
      >
        {groups.map(({ id, options, hasTimeZone }) => (
          <GroupCard key={id} id={groupId(id)} title={t(`group.${id}`)}>
            {options.map((option) => (
              <GroupRow key={option.key}>
                <OptionRow settings={settings} option={option} />
                {option.key === 'scheduleType' && (
                  <HoursFollow scheduleType={settings.scheduleType} onEdit={onEditHours} />
                )}
              </GroupRow>
            ))}
            {hasTimeZone && (
              <GroupRow>
                <TimeZoneRow />
              </GroupRow>
            )}
          </GroupCard>
        ))}
      </Box>
      {search === '' && <Sections groups={groups.map(({ id }) => id)} />}
    </Box>
  );
};
