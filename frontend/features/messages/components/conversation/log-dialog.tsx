import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { QueueChip } from '../../../../components/queue-chip.tsx';
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { ListSkeleton } from '../../../../components/skeletons.tsx';
import { routeQuery } from '../../../../lib/api/query.ts';
import { formatDateTime } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';

/** Shows a ticket's log, newest first. */
const LogDialog = ({ ticket, onClose }: { ticket: Pick<TicketView, 'id'>; onClose: () => void }) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const log = useQuery({
    ...routeQuery(ticketRoutes.log, { params: { ticketId: ticket.id } }),
    staleTime: 0,
    meta: { silent: true },
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('log.title', { id: ticket.id })}</DialogTitle>
      <DialogContent sx={{ height: 'min(480px, 60dvh)' }}>
        {log.isPending && <ListSkeleton />}
        {log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
        <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {log.data?.map((entry) => (
            <Box
              component="li"
              key={entry.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 2,
                paddingBlock: 2,
                borderBottom: '1px solid',
                borderColor: 'divider',
              }}
            >
              <Typography variant="body1" sx={{ flex: 1, minWidth: '16ch' }}>
                {t(`log.${entry.type}`)}
                {entry.campaign !== '' && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {` · ${entry.campaign}`}
                  </Box>
                )}
                {entry.user !== null && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {` · ${entry.user.name}`}
                  </Box>
                )}
              </Typography>
              {entry.queue !== null && <QueueChip queue={entry.queue} />}
              <Typography
                variant="body2"
                sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
              >
                {formatDateTime(entry.createdAt)}
              </Typography>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};

export default LogDialog;
