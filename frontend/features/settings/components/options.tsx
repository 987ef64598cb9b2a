import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../components/select-field.tsx';
import { radius } from '../../../theme/tokens.ts';
import { LANGUAGE_NAMES } from '../../profile/language-names.ts';
import { useSavedChoice } from '../hooks/use-save-setting.ts';
import { OPTION_GROUPS, type Option } from '../option-groups.ts';
import { FieldRow, SecretRow } from './field-row.tsx';
import { SwitchRow } from './switch-row.tsx';

const LanguageRow = ({ language }: { language: CompanySettingsView['language'] }) => {
  const { t } = useTranslation('settings');
  const { shown, choose } = useSavedChoice('language', language);
  return (
    <SelectField
      label={t('option.language.label')}
      helperText={t('option.language.help')}
      value={shown}
      onChange={(event) => choose(event.target.value)}
    >
      {LANGUAGES.map((value) => (
        <MenuItem key={value} value={value}>
          {LANGUAGE_NAMES[value]}
        </MenuItem>
      ))}
    </SelectField>
  );
};

const OptionRow = ({ settings, option }: { settings: CompanySettingsView; option: Option }) => {
  switch (option.kind) {
    case 'language':
      return <LanguageRow language={settings.language} />;
    case 'field':
      return <FieldRow settings={settings} column={option.column} />;
    case 'secret':
      return <SecretRow settings={settings} column={option.column} />;
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
        <Box key={id} component="section" aria-labelledby={`settings-${id}`}>
          <Typography id={`settings-${id}`} variant="h3" component="h2" sx={{ marginBottom: 2 }}>
            {t(`group.${id}`)}
          </Typography>
          <Box
            sx={{
              bgcolor: 'background.paper',
              border: 1,
              borderColor: 'divider',
              borderRadius: `${radius.card}px`,
              '& > * + *': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            {options.map((option) => (
              <Box
                key={option.column}
                sx={{ paddingInline: 4, paddingBlock: option.kind === 'switch' ? 2 : 4 }}
              >
                <OptionRow settings={settings} option={option} />
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
