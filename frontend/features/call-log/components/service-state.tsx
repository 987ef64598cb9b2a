import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { StatusChip } from '../../../components/status-chip.tsx';
import { formatTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface ServiceStateProps {
  pausedUntil: string | null;
  /** Shown while the service is called. */
  whenCalled?: ReactNode;
}

/** That a service is paused because it does not answer, and until when. */
export const ServiceState = ({ pausedUntil, whenCalled = null }: ServiceStateProps) => {
  const { t } = useTranslation('call-log');
  if (pausedUntil === null || Date.parse(pausedUntil) <= Date.now()) return whenCalled;
  return (
    <Box>
      <StatusChip label={t('paused')} tone="warning" />
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
        {t('pausedUntil', { time: formatTime(pausedUntil) })}
      </Typography>
    </Box>
  );
};
