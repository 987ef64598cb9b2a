import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchCampaign } from '../campaign-queries.ts';
import { startWarnings } from '../start-warnings.ts';

type Estimate = ResponseOf<typeof campaignRoutes.estimate>;

const Figure = ({ name, value }: { name: string; value: string }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, paddingBlock: 1 }}>
    <Typography component="dt" sx={{ color: 'text.secondary' }}>
      {name}
    </Typography>
    <Typography component="dd" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums', textAlign: 'end' }}>
      {value}
    </Typography>
  </Box>
);

/** Shows the number of receivers, the estimated end, and warnings. */
const EstimateView = ({ of }: { of: Estimate }) => {
  const { t } = useTranslation('campaigns');
  const { receivers, more, invalid, optedOut, endsAt, capOfDay, examined } = of;
  const shown = {
    examined: formatNumber(examined),
    elsewhere: formatNumber(of.alsoElsewhere),
    strangers: formatNumber(of.strangers),
    cap: formatNumber(capOfDay ?? 0),
  };
  return (
    <Stack sx={{ gap: 3 }}>
      <Box component="dl" sx={{ margin: 0 }}>
        <Figure
          name={t('start.receivers')}
          value={more ? t('start.atLeast', { shown: formatNumber(receivers) }) : formatNumber(receivers)}
        />
        <Figure name={t('start.invalid')} value={formatNumber(invalid)} />
        <Figure name={t('start.optedOut')} value={formatNumber(optedOut)} />
        {endsAt !== null && <Figure name={t('start.endsAt')} value={formatDateTime(endsAt)} />}
      </Box>
      {startWarnings(of).map((warning) => (
        <Alert key={warning} severity={warning === 'nobody' ? 'error' : 'warning'}>
          {t(`start.warning.${warning}`, shown)}
        </Alert>
      ))}
    </Stack>
  );
};

interface StartDialogProps {
  campaign: CampaignView;
  act: 'start' | 'restart';
  onClose: () => void;
}

/** Asks before a campaign is started or restarted, and shows how many people would get it. */
export const StartDialog = ({ campaign, act, onClose }: StartDialogProps) => {
  const { t } = useTranslation(['campaigns', 'common']);
  const titleId = useId();
  const params = { id: campaign.id };
  const estimate = useQuery({
    ...routeQuery(campaignRoutes.estimate, { params }),
    // Lists, tags and tickets change without an event for this.
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
  const start = useMutation({
    mutationFn: async () => {
      if (act === 'start') await call(campaignRoutes.start, { params });
      else await call(campaignRoutes.restart, { params });
    },
    onSuccess: () => {
      notifySuccess(t(`act.${act}.done`));
      onClose();
    },
    onSettled: () => refetchCampaign(campaign.id),
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <DialogTitle id={titleId}>{t(`act.${act}.title`, { name: campaign.name })}</DialogTitle>
      <DialogContent>
        {estimate.error !== null && (
          <ErrorState error={estimate.error} onRetry={() => void estimate.refetch()} />
        )}
        {estimate.isPending && <PaneSkeleton />}
        {estimate.data !== undefined && <EstimateView of={estimate.data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button
          variant="contained"
          loading={start.isPending}
          disabled={estimate.data === undefined || estimate.data.receivers === 0}
          onClick={() => start.mutate()}
        >
          {t(`act.${act}.confirm`)}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
