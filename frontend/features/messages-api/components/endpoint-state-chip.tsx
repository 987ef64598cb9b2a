import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { WebhookEndpointView } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { formatDateTime, formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type EndpointState, endpointState } from '../endpoint-state.ts';

const TONES: Record<EndpointState['kind'], Tone> = {
  on: 'success',
  failing: 'warning',
  paused: 'warning',
  off: 'secondary',
};

/** The state of a webhook, with the reason for a state that sends nothing or fails. */
export const EndpointStateChip = ({ endpoint }: { endpoint: WebhookEndpointView }) => {
  const { t } = useTranslation('messages-api');
  const state = endpointState(endpoint, Date.now());
  const whyText = (): string => {
    switch (state.kind) {
      case 'on':
        return '';
      case 'off':
        return t(`webhook.off.${state.reason}`, { when: formatDateTime(state.at) });
      case 'paused':
        return t('webhook.pausedUntil', { time: formatTime(state.until) });
      case 'failing':
        return t('webhook.failingSince', { when: formatDateTime(state.since) });
    }
  };
  return (
    <Box>
      <StatusChip
        label={t(`webhook.state.${state.kind}`)}
        tone={state.kind === 'off' && state.reason !== 'user' ? 'error' : TONES[state.kind]}
      />
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
        {whyText()}
      </Typography>
    </Box>
  );
};
