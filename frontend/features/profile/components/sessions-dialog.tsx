import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { ownSessionRoutes, type SessionView } from '@prosa/shared/contracts/own-sessions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey, routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime, formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Returns a mutation that ends one session by its id, or with `others` all sessions except the current one. */
const useEndSessions = () => {
  const { t } = useTranslation('own-sessions');
  return useMutation({
    mutationFn: (id: string | 'others') =>
      id === 'others'
        ? call(ownSessionRoutes.endOtherSessions, {})
        : call(ownSessionRoutes.endSession, { params: { id } }),
    onSuccess: () => notifySuccess(t('ended')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: routeKey(ownSessionRoutes.listSessions) }),
  });
};

const SessionRow = ({ session, end }: { session: SessionView; end: ReturnType<typeof useEndSessions> }) => {
  const { t } = useTranslation('own-sessions');
  const device = session.device === '' ? t('unknown') : session.device;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 4,
        paddingBlock: 3,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography>{device}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('started', { time: formatDateTime(session.createdAt), ip: session.ip || '–' })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('used', { time: formatWhen(session.usedAt) })}
        </Typography>
      </Box>
      {session.current ? (
        <StatusChip label={t('current')} tone="success" />
      ) : (
        <Button
          aria-label={t('endOne', { device })}
          disabled={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          {t('end')}
        </Button>
      )}
    </Box>
  );
};

/** Lists the user's sign-in sessions, each with a button that ends it, except the current session. */
export const SessionsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['own-sessions', 'common']);
  const titleId = useId();
  const list = useQuery(routeQuery(ownSessionRoutes.listSessions, {}));
  const end = useEndSessions();
  const sessions = list.data?.sessions ?? [];
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="normal">
      <DialogTitle id={titleId}>{t('title')}</DialogTitle>
      <DialogContent>
        {list.isPending && <ListSkeleton />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {sessions.length > 0 && (
          <Box component="ul" aria-label={t('title')} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} end={end} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {sessions.length > 1 && (
          <Button color="error" disabled={end.isPending} onClick={() => end.mutate('others')}>
            {t('endOthers')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
