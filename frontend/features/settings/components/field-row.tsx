import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { useState } from 'react';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSaveSetting } from '../hooks/use-save-setting.ts';
import { isOn, type OptionOf, type SwitchColumn } from '../option-groups.ts';

interface FieldRowProps {
  settings: CompanySettingsView;
  column: OptionOf<'line' | 'number'>['key'];
  /** A switch that this field depends on: while it is off, the field has no effect and cannot be changed. */
  needs?: SwitchColumn;
}

/** A text field that is saved when it loses the focus. A refused value stays in the field, with the error. */
export const FieldRow = ({ settings, column, needs }: FieldRowProps) => {
  const { t } = useTranslation('settings');
  const save = useSaveSetting();
  const [draft, setDraft] = useState<string | null>(null);
  const leave = () => {
    if (draft === null) return;
    if (draft.trim() === String(settings[column])) setDraft(null);
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

interface SecretRowProps {
  settings: CompanySettingsView;
  column: OptionOf<'secret'>['key'];
}

/** A secret that can be set, replaced and removed, but not read again. */
export const SecretRow = ({ settings, column }: SecretRowProps) => {
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
