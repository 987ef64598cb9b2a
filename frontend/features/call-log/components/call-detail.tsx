import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { LoggedCall } from '../logged-call.ts';
import { CallOutcome } from './call-outcome.tsx';

interface CallDetailProps<C extends LoggedCall> {
  /** The query of the call. */
  query: { data: C | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** Returns why the call brought no usable answer; null if it brought one. */
  reasonOf: (call: C) => string | null;
  /** Returns what else is said about the call, beside its time and its status. */
  factsOf?: (call: C) => readonly string[];
  /** Buttons beside the one that closes. */
  actions?: ReactNode;
  /** The question and the answer of the call. */
  children: (call: C) => ReactNode;
  onClose: () => void;
}

/** One call of a service. */
export const CallDetail = <C extends LoggedCall>({
  query: { data, error, refetch },
  reasonOf,
  factsOf = () => [],
  actions,
  children,
  onClose,
}: CallDetailProps<C>) => {
  const { t } = useTranslation(['call-log', 'common']);
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('call')}</DialogTitle>
      {/* Focusable, so that long bodies scroll by keyboard. */}
      <DialogContent tabIndex={0} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <PaneSkeleton />}
        {data !== undefined && (
          <>
            <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2 }}>
              <CallOutcome reason={reasonOf(data)} />
              <Typography>
                {[
                  formatDateTime(data.at),
                  data.ticketId === null ? t('test') : t('ticket', { id: data.ticketId }),
                  ...(data.status === null ? [] : [`${t('status')} ${data.status}`]),
                  t('milliseconds', { duration: formatNumber(data.durationMs) }),
                  ...factsOf(data),
                ].join(' · ')}
              </Typography>
            </Box>
            {children(data)}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        {actions}
      </DialogActions>
    </ResponsiveDialog>
  );
};
