import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { DetailPart } from '../../../components/detail-part.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey, routeQuery } from '../../../lib/api/query.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CodeBody } from '../../messages-api/components/code-body.tsx';
import { readableBody } from '../../messages-api/readable-body.ts';
import { CallOutcome } from './call-outcome-chip.tsx';
import { ServiceResult } from './service-result.tsx';

interface CallDetailProps {
  integrationId: number;
  callId: string;
  onClose: () => void;
}

/** One call: its request and response, with a button that sends the request again. */
export const CallDetail = ({ integrationId, callId, onClose }: CallDetailProps) => {
  const { t } = useTranslation(['integrations', 'common']);
  const titleId = useId();
  const params = { id: integrationId, callId };
  const { data, error, refetch } = useQuery({
    ...routeQuery(integrationRoutes.call, { params }),
    meta: { silent: true },
  });
  const repeat = useMutation({
    mutationFn: () => call(integrationRoutes.repeat, { params }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: routeKey(integrationRoutes.calls) }),
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('log.call')}</DialogTitle>
      {/* Focusable, so that long bodies scroll by keyboard. */}
      <DialogContent tabIndex={0} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <PaneSkeleton />}
        {data !== undefined && (
          <>
            <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
              <CallOutcome call={data} />
              <Typography>
                {[
                  formatDateTime(data.at),
                  data.ticketId === null ? t('log.test') : t('log.ticket', { id: data.ticketId }),
                  ...(data.status === null ? [] : [`${t('log.status')} ${data.status}`]),
                  t('log.milliseconds', { duration: formatNumber(data.durationMs) }),
                ].join(' · ')}
              </Typography>
            </Box>
            <DetailPart title={t('log.request')}>
              <CodeBody text={readableBody(data.request)} />
            </DetailPart>
            {data.answer !== '' && (
              <DetailPart title={t('log.answer')}>
                <CodeBody text={readableBody(data.answer)} />
              </DetailPart>
            )}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('log.repeatHelp')}
            </Typography>
            <Box role="status">
              {repeat.data !== undefined && (
                <DetailPart title={t('log.repeated')}>
                  <ServiceResult key={repeat.submittedAt} result={repeat.data} />
                </DetailPart>
              )}
            </Box>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        <Button
          variant="contained"
          loading={repeat.isPending}
          disabled={data === undefined}
          onClick={() => repeat.mutate()}
        >
          {t('log.repeat')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
