import type { TemplateVariable } from '@prosa/shared/rules/template-variables.ts';
import type { ComponentProps } from 'react';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { VariableField } from './variable-field.tsx';

interface TemplateFieldProps extends Omit<ComponentProps<typeof VariableField>, 'variables' | 'hint'> {
  /** The variables that the server fills in this text. */
  variables: readonly TemplateVariable[];
}

/** A text for customers, with its variables below the field. */
export const TemplateField = ({ variables, ...field }: TemplateFieldProps) => {
  const { t } = useTranslation('template');
  return (
    <VariableField
      {...field}
      hint={t('hint')}
      variables={variables.map((variable) => ({
        placeholder: `{{${variable}}}`,
        label: t(`variable.${variable}`),
      }))}
    />
  );
};
