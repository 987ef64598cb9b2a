import { FLOW_TEXT_MAX_CHARS } from '@prosa/shared/rules/flow-limits.ts';
import { useController } from 'react-hook-form';
import { VariableField } from '../../../components/variable-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useFlowVariables } from '../hooks/flow-variables.ts';

interface FormFlowTextProps {
  name: string;
  label: string;
  autoFocus?: boolean;
  minRows?: number;
}

/** A text to the customer in a form of the editor, with the flow's variables. */
export const FormFlowText = ({ name, label, autoFocus = false, minRows = 3 }: FormFlowTextProps) => {
  const { t } = useTranslation('template');
  const { field, fieldState } = useController({ name });
  const variables = useFlowVariables();
  const value: unknown = field.value;
  return (
    <VariableField
      label={label}
      name={field.name}
      required
      autoFocus={autoFocus}
      minRows={minRows}
      maxChars={FLOW_TEXT_MAX_CHARS}
      hint={t('hint')}
      variables={variables}
      inputRef={field.ref}
      value={typeof value === 'string' ? value : ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
    />
  );
};
