import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import type { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { LoggedCall } from '../logged-call.ts';
import { CallOutcome } from './call-outcome.tsx';

type Rows = Omit<ReturnType<typeof usePagedRows>, 'rows'>;

interface CallLogProps<C extends LoggedCall> extends Rows {
  /** Name of the service. */
  name: string;
  rows: readonly C[] | undefined;
  /** Returns why a call brought no usable answer; null if it brought one. */
  reasonOf: (call: C) => string | null;
  /** Columns of this kind of service, after the outcome. */
  columns?: readonly Column<C>[];
  /** Shows one call, over the log. */
  detail: (callId: string, onClose: () => void) => ReactNode;
  onClose: () => void;
}

/** The calls of a service, the latest first. */
export const CallLog = <C extends LoggedCall>({
  name,
  reasonOf,
  columns = [],
  detail,
  onClose,
  ...rows
}: CallLogProps<C>) => {
  const { t } = useTranslation(['call-log', 'common']);
  const titleId = useId();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="wide">
      <DialogTitle id={titleId}>{t('title', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column' }}>
        <DataTable
          {...rows}
          label={t('title', { name })}
          rowKey={(call) => call.id}
          onRowClick={(call) => setShown(call.id)}
          columns={[
            {
              id: 'at',
              header: t('at'),
              render: ({ at, ticketId }) => (
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>{formatDateTime(at)}</Typography>
                  <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
                    {ticketId === null ? t('test') : t('ticket', { id: ticketId })}
                  </Typography>
                </Box>
              ),
            },
            {
              id: 'outcome',
              header: t('outcome'),
              width: '260px',
              stacks: true,
              render: (call) => <CallOutcome reason={reasonOf(call)} />,
            },
            ...columns,
            {
              id: 'status',
              header: t('status'),
              width: '90px',
              wideOnly: true,
              align: 'right',
              render: ({ status }) => status ?? '',
            },
            {
              id: 'duration',
              header: t('duration'),
              width: '120px',
              wideOnly: true,
              align: 'right',
              render: ({ durationMs }) => t('milliseconds', { duration: formatNumber(durationMs) }),
            },
          ]}
          empty={<EmptyState icon={<InboxOutlined />} title={t('empty')} hint={t('emptyHint')} />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
      {shown !== null && detail(shown, () => setShown(null))}
    </ResponsiveDialog>
  );
};
