import ForumOutlined from '@mui/icons-material/ForumOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { type CampaignView, campaignRoutes, type ReceiverView } from '@prosa/shared/contracts/campaigns.ts';
import { RECEIVER_STATES, type ReceiverState, SKIP_REASONS } from '@prosa/shared/entities/campaign.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { NameCell, NumberCell } from '../../../components/person-cells.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { reasonText } from '../../../lib/api/error-text.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { STAGE_TONES, stageOf } from '../receiver-stage.ts';

const isSkipReason = (reason: string): reason is (typeof SKIP_REASONS)[number] =>
  SKIP_REASONS.some((known) => known === reason);

/** What became of a receiver, and why. */
const Stage = ({ receiver }: { receiver: ReceiverView }) => {
  const { t } = useTranslation('campaigns');
  const { stage } = stageOf(receiver);
  const { reason } = receiver;
  return (
    <Box sx={{ minWidth: 0 }}>
      <StatusChip label={t(`stage.${stage}`)} tone={STAGE_TONES[stage]} />
      {reason !== '' && (
        <Typography
          variant="caption"
          sx={{ display: 'block', color: 'text.secondary', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
        >
          {isSkipReason(reason) ? t(`skip.${reason}`) : reasonText(reason)}
        </Typography>
      )}
    </Box>
  );
};

const useColumns = (): Column<ReceiverView>[] => {
  const { t } = useTranslation('campaigns');
  return [
    {
      id: 'name',
      header: t('receiver.name'),
      render: ({ name, number }) => <NameCell name={name} number={number} numberColumnFrom="lg" />,
    },
    {
      id: 'number',
      header: t('receiver.number'),
      width: '190px',
      wideOnly: true,
      render: ({ number }) => <NumberCell number={number} />,
    },
    {
      id: 'stage',
      header: t('receiver.stage'),
      width: '34%',
      stacks: true,
      render: (receiver) => <Stage receiver={receiver} />,
    },
    {
      id: 'at',
      header: t('receiver.at'),
      width: '180px',
      wideOnly: true,
      render: (receiver) => {
        const { at } = stageOf(receiver);
        return (
          <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {at === null ? '' : formatDateTime(at)}
          </Box>
        );
      },
    },
  ];
};

/** The receivers of a campaign in the order of sending, with what became of each. */
export const ReceiversTable = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  const { field, searchParam } = useSearch();
  const [state, setState] = useState<ReceiverState | ''>('');
  const receivers = usePagedRows(
    campaignRoutes.listReceivers,
    { params: { id: campaign.id }, query: { searchParam, ...(state === '' ? {} : { state }) } },
    (page) => page.receivers,
    // Their changes come with no event; an open report is refetched after changes of its counts.
    { staleTime: 0 },
  );
  const columns = useColumns();
  const openTicket = ({ ticketUuid }: ReceiverView) => {
    if (ticketUuid !== null) void navigate(paths.ticket(ticketUuid));
  };
  const isNarrowed = searchParam !== '' || state !== '';
  return (
    <Box component="section" aria-label={t('receiver.all')} sx={{ flexShrink: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, marginBottom: 3 }}>
        <Typography variant="subtitle1" component="h2" sx={{ flex: 1 }}>
          {t('receiver.all')}
        </Typography>
        <SelectField
          hiddenName={t('receiver.filter')}
          emptyText={t('receiver.any')}
          value={state}
          onChange={(event) => setState(RECEIVER_STATES.find((known) => known === event.target.value) ?? '')}
          sx={{ width: { xs: '100%', md: 200 } }}
        >
          <MenuItem value="">{t('receiver.any')}</MenuItem>
          {RECEIVER_STATES.map((known) => (
            <MenuItem key={known} value={known}>
              {t(`stage.${known}`)}
            </MenuItem>
          ))}
        </SelectField>
        <SearchField label={t('receiver.search')} placeholder={t('receiver.searchPlaceholder')} {...field} />
      </Box>
      <DataTable
        {...receivers}
        label={t('receiver.all')}
        columns={columns}
        rowKey={({ position }) => position}
        actions={(receiver) =>
          receiver.ticketUuid === null
            ? []
            : [
                {
                  id: 'ticket',
                  label: t('receiver.ticket'),
                  icon: <ForumOutlined />,
                  run: () => openTicket(receiver),
                },
              ]
        }
        empty={
          <EmptyState
            icon={<PeopleAltOutlined />}
            title={isNarrowed ? t('receiver.nothing') : t('receiver.none')}
            hint={isNarrowed ? t('receiver.narrowed') : t('receiver.noneHint')}
          />
        }
      />
    </Box>
  );
};
