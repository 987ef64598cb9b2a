import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CallLog } from '../../call-log/components/call-log.tsx';
import { LOG_OPTIONS } from '../../call-log/logged-call.ts';
import { failureOf } from '../call-outcome.ts';
import { IntegrationCall } from './integration-call.tsx';

interface IntegrationLogProps {
  integration: Pick<IntegrationView, 'id' | 'name'>;
  onClose: () => void;
}

/** The calls of an integration, the latest first. */
export const IntegrationLog = ({ integration: { id, name }, onClose }: IntegrationLogProps) => {
  const { t } = useTranslation('integrations');
  const input = { params: { id }, query: {} };
  const calls = usePagedRows(integrationRoutes.calls, input, (page) => page.calls, LOG_OPTIONS);
  return (
    <CallLog
      {...calls}
      name={name}
      reasonOf={({ failure }) => (failure === '' ? null : t(`failure.${failureOf(failure)}`))}
      detail={(callId, close) => <IntegrationCall integrationId={id} callId={callId} onClose={close} />}
      onClose={onClose}
    />
  );
};
