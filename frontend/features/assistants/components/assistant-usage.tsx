import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { usedShare } from '../used-share.ts';

/** The tokens that an assistant has used in this month, with a bar if there is a limit. */
export const AssistantUsage = ({
  name,
  monthlyTokens,
  usage,
}: Pick<AssistantView, 'name' | 'monthlyTokens' | 'usage'>) => {
  const { t } = useTranslation('assistants');
  const share = usedShare({ monthlyTokens, usage });
  const tokens = formatNumber(usage.tokens);
  return (
    <Box sx={{ minWidth: 120, paddingBlock: 1, whiteSpace: 'normal' }}>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {share === null
          ? t('usage.tokens', { tokens })
          : t('usage.ofLimit', { tokens, limit: formatNumber(monthlyTokens) })}
      </Typography>
      {share !== null && (
        <LinearProgress
          variant="determinate"
          aria-label={t('usage.of', { name })}
          color={share === 1 ? 'error' : 'primary'}
          value={share * 100}
          sx={{ marginBlock: 1, borderRadius: `${radius.pill}px` }}
        />
      )}
      {share === 1 && (
        <Typography variant="caption" sx={{ display: 'block', color: 'error.text' }}>
          {t('usage.usedUp')}
        </Typography>
      )}
    </Box>
  );
};
