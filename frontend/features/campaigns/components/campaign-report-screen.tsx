import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { RowActions } from '../../../components/row-actions.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { isGone } from '../../../lib/api/api-error.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { campaignById } from '../campaign-queries.ts';
import { isPlanning } from '../campaign-status.ts';
import { useCampaignActs } from '../hooks/use-campaign-acts.tsx';
import { useFreshReport } from '../hooks/use-fresh-report.ts';
import { CampaignProgress } from './campaign-progress.tsx';
import { CampaignStatusChip } from './campaign-status-chip.tsx';
import { ReceiversTable } from './receivers-table.tsx';
import { ReportFacts, ReportFigures } from './report-figures.tsx';

/** Milliseconds between refetches while receivers are planned. */
const PLANNING_POLL_MS = 3_000;

const ExportDialog = rarePart(async () => ({
  default: (await import('../../contacts/components/export-dialog.tsx')).ExportDialog,
}));

/** The status of a campaign, and what a pause means. */
const StatusLine = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns');
  const { status, pauseReason, followUp } = campaign;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <CampaignStatusChip status={status} />
        {followUp !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`followUp.of.${followUp.who}`)}
          </Typography>
        )}
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <CampaignProgress name={campaign.name} counts={campaign.counts} />
        </Box>
      </Box>
      {status === 'PAUSADA' && pauseReason !== null && (
        <Alert severity={pauseReason === 'user' ? 'info' : 'warning'}>{t(`pause.${pauseReason}.hint`)}</Alert>
      )}
    </>
  );
};

const Report = ({ campaignId }: { campaignId: number }) => {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  const {
    data: campaign,
    error,
    refetch,
  } = useQuery({
    ...campaignById(campaignId),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isPlanning(data, Date.now()) ? PLANNING_POLL_MS : false,
  });
  const [isExporting, setIsExporting] = useState(false);
  const toCampaigns = () => void navigate(paths.campaigns);
  const acts = useCampaignActs(toCampaigns);
  useFreshReport(campaign);
  const back = <IconAction label={t('report.back')} icon={<ArrowBackRounded />} onClick={toCampaigns} />;
  if (campaign === undefined || isGone(error))
    return (
      <Page title={t('report.title')} actions={back}>
        {error === null ? <PaneSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title={campaign.name}
      actions={
        <>
          {back}
          <IconAction
            label={t('export.action')}
            icon={<FileDownloadOutlined />}
            onClick={() => setIsExporting(true)}
          />
          {acts.steering(campaign).map(({ id, label, icon, run }, index) => (
            <Button key={id} variant={index === 0 ? 'contained' : 'outlined'} startIcon={icon} onClick={run}>
              {label}
            </Button>
          ))}
          <RowActions label={t('report.more')} actions={acts.others(campaign)} />
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', flexShrink: 0, gap: 4 }}>
        <StatusLine campaign={campaign} />
        <ReportFigures counts={campaign.counts} confirmation={campaign.confirmation} />
        <ReportFacts campaign={campaign} />
        <ReceiversTable campaign={campaign} />
      </Box>
      {acts.dialogs}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog
            of={{
              title: t('export.title', { name: campaign.name }),
              hint: t('export.hint'),
              start: () => call(campaignRoutes.exportReceivers, { params: { id: campaignId } }),
            }}
            onClose={() => setIsExporting(false)}
          />
        </Suspense>
      )}
    </Page>
  );
};

/** The screen of a campaign's report: what became of its messages. */
const CampaignReportScreen = () => {
  const campaignId = Number(useParams().campaignId);
  // Another report starts without the search and the dialogs of the one before.
  return <Report key={campaignId} campaignId={campaignId} />;
};

export default CampaignReportScreen;
