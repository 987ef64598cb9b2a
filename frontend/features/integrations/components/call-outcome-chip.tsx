import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IntegrationCallView } from '@prosa/shared/contracts/integrations.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { failureOf } from '../call-outcome.ts';

/** Whether a call brought a usable answer; otherwise with the reason. */
export const CallOutcome = ({ call: { failure } }: { call: Pick<IntegrationCallView, 'failure'> }) => {
  const { t } = useTranslation('integrations');
  if (failure === '') return <StatusChip label={t('log.answered')} tone="success" />;
  return (
    <Box>
      <StatusChip label={t('log.failed')} tone="error" />
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
        {t(`failure.${failureOf(failure)}`)}
      </Typography>
    </Box>
  );
};
