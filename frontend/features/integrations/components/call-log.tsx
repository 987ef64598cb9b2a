import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { useId, useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CallDetail } from './call-detail.tsx';
import { CallOutcome } from './call-outcome-chip.tsx';

const REFRESH_MS = 5000;

interface CallLogProps {
  integration: Pick<IntegrationView, 'id' | 'name'>;
  onClose: () => void;
}

/** The calls of an integration, the latest first. Refetched while it is open, because no event announces them. */
export const CallLog = ({ integration: { id, name }, onClose }: CallLogProps) => {
  const { t } = useTranslation(['integrations', 'common']);
  const titleId = useId();
  const [shown, setShown] = useState<string | null>(null);
  const calls = usePagedRows(integrationRoutes.calls, { params: { id }, query: {} }, (page) => page.calls, {
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="wide">
      <DialogTitle id={titleId}>{t('log.title', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column' }}>
        <DataTable
          {...calls}
          label={t('log.title', { name })}
          rowKey={(call) => call.id}
          onRowClick={(call) => setShown(call.id)}
          columns={[
            {
              id: 'at',
              header: t('log.at'),
              render: ({ at, ticketId }) => (
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>{formatDateTime(at)}</Typography>
                  <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
                    {ticketId === null ? t('log.test') : t('log.ticket', { id: ticketId })}
                  </Typography>
                </Box>
              ),
            },
            {
              id: 'outcome',
              header: t('log.outcome'),
              width: '260px',
              stacks: true,
              render: (call) => <CallOutcome call={call} />,
            },
            {
              id: 'status',
              header: t('log.status'),
              width: '90px',
              wideOnly: true,
              align: 'right',
              render: ({ status }) => status ?? '',
            },
            {
              id: 'duration',
              header: t('log.duration'),
              width: '120px',
              wideOnly: true,
              align: 'right',
              render: ({ durationMs }) => t('log.milliseconds', { duration: formatNumber(durationMs) }),
            },
          ]}
          empty={<EmptyState icon={<InboxOutlined />} title={t('log.empty')} hint={t('log.emptyHint')} />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
      {shown !== null && <CallDetail integrationId={id} callId={shown} onClose={() => setShown(null)} />}
    </ResponsiveDialog>
  );
};
