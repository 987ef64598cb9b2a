import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api/error-text.ts';
import { useSaveSetting } from '../hooks/use-save-setting.ts';
import { type FieldColumn, isOn, type SecretColumn, type SwitchColumn } from '../option-groups.ts';

interface FieldRowProps {
  settings: CompanySettingsView;
  column: FieldColumn;
  /** Without this one it has no effect, and cannot be changed. */
  needs?: SwitchColumn;
}

/** A line of text, saved when its field is left. What is refused stays written, with the reason. */
export const FieldRow = ({ settings, column, needs }: FieldRowProps) => {
  const { t } = useTranslation('settings');
  const save = useSaveSetting();
  const [draft, setDraft] = useState<string | null>(null);
  const leave = () => {
    if (draft === null) return;
    if (draft.trim() === settings[column]) setDraft(null);
    else save.mutate({ column, data: draft.trim() }, { onSuccess: () => setDraft(null) });
  };
  return (
    <TextField
      label={t(`option.${column}.label`)}
      disabled={needs !== undefined && !isOn(settings, needs)}
      value={draft ?? settings[column]}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={leave}
      error={save.error !== null}
      helperText={save.error === null ? t(`option.${column}.help`) : errorText(save.error)}
    />
  );
};

/** A secret: it can be set, replaced and taken away, and nobody is shown it again. */
export const SecretRow = ({ settings, column }: { settings: CompanySettingsView; column: SecretColumn }) => {
  const { t } = useTranslation('settings');
  const save = useSaveSetting();
  const [draft, setDraft] = useState('');
  const isSet = settings[column];
  const leave = () => {
    if (draft.trim() === '') return;
    save.mutate({ column, data: draft.trim() }, { onSuccess: () => setDraft('') });
  };
  const help = t(isSet ? 'keySaved' : `option.${column}.help`);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, alignItems: 'flex-start' }}>
      <TextField
        fullWidth
        type="password"
        label={t(`option.${column}.label`)}
        value={draft}
        placeholder={isSet ? '••••••••' : ''}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={leave}
        error={save.error !== null}
        helperText={save.error === null ? help : errorText(save.error)}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      {isSet && (
        <Button size="small" onClick={() => save.mutate({ column, data: '' })}>
          {t('removeKey')}
        </Button>
      )}
    </Box>
  );
};
