import { FIELD_VARIABLES } from '@prosa/shared/rules/template-variables.ts';
import { createContext, use } from 'react';
import type { FieldVariable } from '../../../components/variable-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The names of the variables that the questions of the edited flow store. */
export const AnswerKeys = createContext<readonly string[]>([]);

/** Returns the variables that a text of the flow can contain: answers first, then those of every text to a customer. */
export const useFlowVariables = (): FieldVariable[] => {
  const { t } = useTranslation('template');
  return [
    ...use(AnswerKeys).map((key) => ({ placeholder: `{{${key}}}`, label: `{{${key}}}` })),
    ...FIELD_VARIABLES.queue.greetingMessage.map((name) => ({
      placeholder: `{{${name}}}`,
      label: t(`variable.${name}`),
    })),
  ];
};
