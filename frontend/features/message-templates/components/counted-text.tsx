import { useFormContext, useWatch } from 'react-hook-form';
import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface CountedTextProps {
  name: string;
  label: string;
  max: number;
  help?: string;
  required?: boolean;
  autoFocus?: boolean;
  disabled?: boolean;
  clean?: (text: string) => string;
}

/** A text field with the number of its characters. */
export const CountedText = ({ max, help = '', ...field }: CountedTextProps) => {
  const { t } = useTranslation('message-templates');
  const { control } = useFormContext();
  const value: unknown = useWatch({ control, name: field.name });
  const count = t('length', { length: typeof value === 'string' ? value.length : 0, max });
  return <FormText {...field} help={help === '' ? count : `${count} · ${help}`} />;
};
