import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../../components/switch-field.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { useSavedChoice, useSaveSetting } from '../hooks/use-save-setting.ts';
import { isOn, type SwitchColumn, type TextColumn } from '../option-groups.ts';

/** What is filled into a text when it is sent; names of the server. */
const VARIABLES = ['firstName', 'ms', 'queue', 'protocol'].map((name) => `{{${name}}}`).join(' ');
/** The server takes no longer text. */
const TEXT_MAX = 4096;

interface SwitchRowProps {
  settings: CompanySettingsView;
  column: SwitchColumn;
  /** What is sent while it is on; it cannot be on without. */
  text?: TextColumn;
  /** Without this one it has no effect, and cannot be changed. */
  needs?: SwitchColumn;
}

/** A switch that is saved as it is turned. One that sends a text asks for it first where there is none. */
export const SwitchRow = ({ settings, column, text, needs }: SwitchRowProps) => {
  const { t } = useTranslation('settings');
  const saved = isOn(settings, column);
  const { shown, choose } = useSavedChoice(column, saved ? 'enabled' : 'disabled');
  const field = useRef<HTMLTextAreaElement>(null);
  /** Turned on, and on as soon as its text is there. */
  const [awaitsText, setAwaitsText] = useState(false);
  const checked = awaitsText || shown === 'enabled';
  const turn = (on: boolean) => {
    const lacksText = on && text !== undefined && settings[text].trim() === '';
    setAwaitsText(lacksText);
    if (lacksText) field.current?.focus();
    else if (on !== (shown === 'enabled')) choose(on ? 'enabled' : 'disabled');
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <SwitchField
        label={t(`option.${column}.label`)}
        help={t(`option.${column}.help`)}
        checked={checked}
        disabled={needs !== undefined && !isOn(settings, needs)}
        onChange={turn}
      />
      {text !== undefined && (
        <TextRow
          column={text}
          saved={settings[text]}
          required={saved || awaitsText}
          awaited={awaitsText}
          field={field}
          onSaved={() => {
            if (!awaitsText) return;
            setAwaitsText(false);
            choose('enabled');
          }}
        />
      )}
    </Box>
  );
};

interface TextRowProps {
  column: TextColumn;
  saved: string;
  required: boolean;
  /** Something was turned on that waits for it. */
  awaited: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onSaved: () => void;
}

/** A text, saved when its field is left. What is refused stays written, with the reason. */
const TextRow = ({ column, saved, required, awaited, field, onSaved }: TextRowProps) => {
  const { t } = useTranslation('settings');
  const save = useSaveSetting();
  const [draft, setDraft] = useState<string | null>(null);
  const value = draft ?? saved;
  const lacking = required && value.trim() === '' && (draft !== null || awaited);
  const leave = () => {
    if (draft === null || lacking) return;
    if (draft === saved) {
      setDraft(null);
      return;
    }
    save.mutate(
      { column, data: draft },
      {
        onSuccess: () => {
          setDraft((present) => (present === draft ? null : present));
          onSaved();
        },
      },
    );
  };
  const problem = lacking ? t('textFirst') : save.error === null ? null : errorText(save.error);
  return (
    <TextField
      label={t(`text.${column}`)}
      multiline
      minRows={2}
      maxRows={8}
      value={value}
      inputRef={field}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={leave}
      error={problem !== null}
      helperText={problem ?? t('textHelp', { variables: VARIABLES })}
      slotProps={{ htmlInput: { maxLength: TEXT_MAX } }}
    />
  );
};
