import { useIntegrations } from '../hooks/use-integrations.ts';
import { OfferedField, type OfferedFieldProps } from './offered-field.tsx';

/** A selection of one integration of the company, see {@link OfferedField}. */
export const IntegrationField = (props: OfferedFieldProps) => (
  <OfferedField {...props} offered={useIntegrations()} />
);
