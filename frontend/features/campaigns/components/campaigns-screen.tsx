import AddRounded from '@mui/icons-material/AddRounded';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { LIVE } from '../../../lib/api/query.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { hasReport, momentOf } from '../campaign-status.ts';
import { useArrivedFilter } from '../hooks/use-arrived-filter.ts';
import { useCampaignActs } from '../hooks/use-campaign-acts.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { CampaignStatusChip } from './campaign-status-chip.tsx';
import { FilterName } from './filter-name.tsx';
import { QualityAlerts } from './quality-alerts.tsx';
import { QualityDialog } from './quality-dialog.tsx';
import { SuppressionsDialog } from './suppressions-dialog.tsx';

/** The name of the list or tag, or the filter. */
const Audience = ({ campaign: { contactList, tagList, ticketFilter } }: { campaign: CampaignView }) =>
  ticketFilter === '' ? (contactList ?? tagList)?.name : <FilterName text={ticketFilter} />;

/** The audience and the connection of a campaign, in one line. */
const AudienceAndConnection = ({ campaign }: { campaign: CampaignView }) => {
  const { contactList, tagList, ticketFilter, whatsapp } = campaign;
  const hasBoth = whatsapp !== null && (contactList !== null || tagList !== null || ticketFilter !== '');
  return (
    <>
      <Audience campaign={campaign} />
      {hasBoth && ' · '}
      {whatsapp?.name}
    </>
  );
};

/** The status of a campaign, and why the system has paused it. */
const Status = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns');
  const { status, pauseReason } = campaign;
  return (
    <Box sx={{ minWidth: 0 }}>
      <CampaignStatusChip status={status} />
      {status === 'PAUSADA' && pauseReason !== null && pauseReason !== 'user' && (
        <Typography variant="caption" noWrap sx={{ display: 'block', color: 'warning.text' }}>
          {t(`pause.${pauseReason}.short`)}
        </Typography>
      )}
    </Box>
  );
};

const Moment = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns');
  const moment = momentOf(campaign);
  if (moment === null) return null;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {t(`moment.${moment.kind}`)}
      </Typography>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatDateTime(moment.at)}
      </Box>
    </Box>
  );
};

const useColumns = (): Column<CampaignView>[] => {
  const { t } = useTranslation('campaigns');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: (campaign) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{campaign.name}</Typography>
          <Typography
            variant="caption"
            noWrap
            sx={{ display: { xs: 'block', lg: 'none' }, color: 'text.secondary' }}
          >
            <AudienceAndConnection campaign={campaign} />
          </Typography>
        </Box>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '150px',
      stacks: true,
      render: (campaign) => <Status campaign={campaign} />,
    },
    {
      id: 'audience',
      header: t('column.audience'),
      width: '18%',
      wideOnly: true,
      render: (campaign) => <Audience campaign={campaign} />,
    },
    {
      id: 'connection',
      header: t('column.connection'),
      width: '15%',
      wideOnly: true,
      render: ({ whatsapp }) => whatsapp?.name ?? '',
    },
    {
      id: 'moment',
      header: t('column.moment'),
      width: '180px',
      wideOnly: true,
      render: (campaign) => <Moment campaign={campaign} />,
    },
    {
      id: 'progress',
      header: t('column.progress'),
      width: '190px',
      stacks: true,
      render: ({ name, counts }) => <CampaignProgress name={name} counts={counts} />,
    },
  ];
};

/** The screen of a company's campaigns. */
const CampaignsScreen = () => {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  const { field, searchParam } = useSearch();
  const [shown, setShown] = useState<'suppressions' | 'quality' | null>(null);
  const campaigns = usePagedRows(campaignRoutes.list, { query: { searchParam } }, ({ records }) => records, {
    staleTime: LIVE,
  });
  const ticketFilter = useArrivedFilter();
  const acts = useCampaignActs(undefined, ticketFilter === null ? null : { kind: 'new', ticketFilter });
  const columns = useColumns();
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={acts.add}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={<SearchField label={t('search')} placeholder={t('column.name')} {...field} />}
      actions={
        <>
          <IconAction
            label={t('suppressions.title')}
            icon={<DoNotDisturbOnOutlined />}
            onClick={() => setShown('suppressions')}
          />
          <IconAction
            label={t('quality.title')}
            icon={<MonitorHeartOutlined />}
            onClick={() => setShown('quality')}
          />
          <IconAction
            label={t('settings.title')}
            icon={<SettingsOutlined />}
            onClick={() => void navigate(paths.campaignSettings)}
          />
          {add}
        </>
      }
    >
      <QualityAlerts onOpen={() => setShown('quality')} />
      <DataTable
        {...campaigns}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={(campaign) => (hasReport(campaign) ? acts.openReport(campaign) : acts.edit(campaign))}
        actions={acts.actions}
        empty={
          <EmptyState
            icon={<CampaignOutlined />}
            title={searchParam === '' ? t('empty.title') : t('empty.nothing')}
            hint={searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
            action={searchParam === '' ? add : undefined}
          />
        }
      />
      {acts.dialogs}
      {shown === 'suppressions' && <SuppressionsDialog onClose={() => setShown(null)} />}
      {shown === 'quality' && <QualityDialog onClose={() => setShown(null)} />}
    </Page>
  );
};

export default CampaignsScreen;
