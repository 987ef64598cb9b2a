import { TEMPLATE_VARIABLES, type TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import { useController } from 'react-hook-form';
import { TemplateField } from './template-field.tsx';

interface FormTemplateProps {
  /** Dot path of the field in the form's values. */
  name: string;
  label: string;
  help?: string;
  maxChars: number;
  /** The variables that the server fills in this text; all of them by default. */
  variables?: readonly TemplateVariable[];
  required?: boolean;
  autoFocus?: boolean;
  minRows?: number;
}

/** A field of a form for a text to customers, see {@link TemplateField}. */
export const FormTemplate = ({ name, help, variables = TEMPLATE_VARIABLES, ...rest }: FormTemplateProps) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <TemplateField
      {...rest}
      name={field.name}
      variables={variables}
      inputRef={field.ref}
      value={typeof value === 'string' ? value : ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
    />
  );
};
