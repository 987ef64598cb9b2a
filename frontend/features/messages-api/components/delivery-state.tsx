import type { WebhookDeliveryView } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { TRIAL_EVENT } from '@prosa/shared/entities/webhook-endpoint.ts';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

type State = WebhookDeliveryView['state'];
const TONES: Record<State, Tone> = { pending: 'info', delivered: 'success', failed: 'error' };

/** The state of a delivery as a label. */
export const DeliveryStateChip = ({ state }: { state: State }) => {
  const { t } = useTranslation('messages-api');
  return <StatusChip label={t(`log.state.${state}`)} tone={TONES[state]} />;
};

/** Returns the name of a delivery's event. */
export const useEventName = () => {
  const { t } = useTranslation('messages-api');
  return (type: WebhookDeliveryView['type']): string =>
    type === TRIAL_EVENT ? t('webhook.trialEvent') : t(`event.${type}.name`);
};
