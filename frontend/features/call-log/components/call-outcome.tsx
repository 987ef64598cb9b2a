import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { StatusChip } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Whether a call brought a usable answer; otherwise with the reason. @param reason null for a usable answer */
export const CallOutcome = ({ reason }: { reason: string | null }) => {
  const { t } = useTranslation('call-log');
  if (reason === null) return <StatusChip label={t('answered')} tone="success" />;
  return (
    <Box>
      <StatusChip label={t('failed')} tone="error" />
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal' }}>
        {reason}
      </Typography>
    </Box>
  );
};
