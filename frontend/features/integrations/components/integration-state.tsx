import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Whether an integration is called, or paused because its host does not answer. */
export const IntegrationState = ({ pausedUntil }: Pick<IntegrationView, 'pausedUntil'>) => {
  const { t } = useTranslation('integrations');
  if (pausedUntil === null || Date.parse(pausedUntil) <= Date.now())
    return <StatusChip label={t('state.on')} tone="success" />;
  return (
    <Box>
      <StatusChip label={t('state.paused')} tone="warning" />
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
        {t('pausedUntil', { time: formatTime(pausedUntil) })}
      </Typography>
    </Box>
  );
};
