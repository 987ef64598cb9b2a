import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { StatusChip, type Tone } from '../../../components/status-chip.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { connectionQuality } from '../campaign-queries.ts';

type Quality = ResponseOf<typeof campaignRoutes.listQuality>[number];

const TONES: Readonly<Record<Quality['quality'], Tone>> = { good: 'success', slow: 'warning', stop: 'error' };
const FIGURES = ['sent', 'delivered', 'read', 'answered', 'rejected'] as const;

const ConnectionQuality = ({ of }: { of: Quality }) => {
  const { t } = useTranslation('campaigns');
  const sent = formatNumber(of.sentToday);
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingBlock: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography variant="subtitle2" component="h3" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {of.name}
        </Typography>
        <StatusChip label={t(`quality.${of.quality}`)} tone={TONES[of.quality]} />
      </Box>
      {of.quality !== 'good' && (
        <Typography variant="body2" sx={{ marginTop: 1 }}>
          {t(`quality.hint.${of.quality}`)}
        </Typography>
      )}
      <Typography
        variant="body2"
        sx={{ marginTop: 1, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {FIGURES.map((figure) => t(`quality.figure.${figure}`, { shown: formatNumber(of[figure]) })).join(
          ' · ',
        )}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {of.capOfDay === null
          ? t('quality.today', { sent })
          : t('quality.todayOf', { sent, cap: formatNumber(of.capOfDay) })}
      </Typography>
    </Box>
  );
};

/** Shows how well the campaigns of each connection were received in the last seven days. */
export const QualityDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['campaigns', 'common']);
  const titleId = useId();
  const { data, error, refetch } = useQuery({ ...connectionQuality, staleTime: 0 });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('quality.title')}</DialogTitle>
      <DialogContent>
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBottom: 4 }}>
          {t('quality.about')}
        </Typography>
        {data === undefined &&
          (error === null ? <PaneSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
        {data?.length === 0 && <Typography>{t('quality.none')}</Typography>}
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data?.map((each) => (
            <ConnectionQuality key={each.whatsappId} of={each} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
