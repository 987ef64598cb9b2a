import { useAssistants } from '../hooks/use-assistants.ts';
import { OfferedField, type OfferedFieldProps } from './offered-field.tsx';

/** A selection of one assistant of the company, see {@link OfferedField}. */
export const AssistantField = (props: OfferedFieldProps) => (
  <OfferedField {...props} offered={useAssistants()} />
);
