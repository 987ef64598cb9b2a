import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { progressOf } from '../campaign-status.ts';

/** How many of the valid receivers the message has reached; nothing before there are receivers. */
export const CampaignProgress = ({ name, counts }: Pick<CampaignView, 'name' | 'counts'>) => {
  const { t } = useTranslation('campaigns');
  if (counts.valid === 0) return null;
  return (
    <Box sx={{ minWidth: 120 }}>
      <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('progress.delivered', {
          delivered: formatNumber(counts.delivered),
          valid: formatNumber(counts.valid),
        })}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={t('progress.of', { name })}
        value={progressOf(counts) * 100}
      />
    </Box>
  );
};
