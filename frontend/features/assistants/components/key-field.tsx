import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface KeyFieldProps {
  name: 'apiKey' | 'voiceKey';
  label: string;
  /** The last characters of the stored key; '' without one. */
  last4: string;
  /** Whether the stored key is kept while the field is empty: a key belongs to the place for which it was given. */
  isKept: boolean;
  /** Help while a key is stored, but for another place. */
  again: string;
}

/** A key that can be set and replaced, but not read again. */
export const KeyField = ({ name, label, last4, isKept, again }: KeyFieldProps) => {
  const { t } = useTranslation('assistants');
  const help = last4 === '' ? t('field.apiKeyHelp') : again;
  return (
    <FormText
      name={name}
      label={label}
      help={isKept ? t('field.keyKept', { last4 }) : help}
      type="password"
      autoComplete="new-password"
      required={!isKept}
    />
  );
};
