import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { type RefObject, useState } from 'react';
import { TemplateField } from '../../../components/template-field.tsx';
import { errorText } from '../../../lib/api/error-text.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSaveSetting } from '../hooks/use-save-setting.ts';
import type { TextColumn } from '../option-groups.ts';

interface TextRowProps {
  column: TextColumn;
  saved: string;
  required?: boolean;
  disabled?: boolean;
  /** Whether a switch waits for this text. */
  awaited?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  onSaved?: () => void;
}

/** A text that is saved when its field loses the focus. A refused text stays in the field, with the error. */
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
    <TemplateField
      label={t(`text.${column}`)}
      maxChars={TEXT_MAX}
      variables={FIELD_VARIABLES.settings[column]}
      disabled={disabled}
      value={value}
      inputRef={field}
      onChange={setDraft}
      onBlur={leave}
      error={problem !== null}
      helperText={problem ?? t('textHelp')}
    />
  );
};
