import TextField from '@mui/material/TextField';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api/error-text.ts';
import { useSaveSetting } from '../hooks/use-save-setting.ts';
import type { TextColumn } from '../option-groups.ts';

/** What is filled into a text when it is sent; names of the server. */
const VARIABLES = ['firstName', 'ms', 'queue', 'protocol'].map((name) => `{{${name}}}`).join(' ');
/** The server takes no longer text. */
const TEXT_MAX = 4096;

interface TextRowProps {
  column: TextColumn;
  saved: string;
  required?: boolean;
  disabled?: boolean;
  /** Something was turned that waits for it. */
  awaited?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  onSaved?: () => void;
}

/** A text, saved when its field is left. What is refused stays written, with the reason. */
export const TextRow = ({
  column,
  saved,
  required = false,
  disabled = false,
  awaited = false,
  field,
  onSaved,
}: TextRowProps) => {
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
          onSaved?.();
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
      disabled={disabled}
      value={value}
      {...(field === undefined ? {} : { inputRef: field })}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={leave}
      error={problem !== null}
      helperText={problem ?? t('textHelp', { variables: VARIABLES })}
      slotProps={{ htmlInput: { maxLength: TEXT_MAX } }}
    />
  );
};
