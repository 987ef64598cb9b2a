import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { DetailPart } from '../../../components/detail-part.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey, routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { readableBody } from '../readable-body.ts';
import { CodeBody } from './code-body.tsx';
import { DeliveryStateChip, useEventName } from './delivery-state.tsx';

type Delivery = ResponseOf<typeof webhookEndpointRoutes.delivery>;

/** Reasons without a response that have a text of their own. */
const FAILURES = ['refused', 'unreachable', 'too-slow'] as const;
const failureOf = (reason: string) => FAILURES.find((known) => known === reason) ?? 'other';

/** What the attempts brought so far. */
const Attempts = ({ delivery: { attempts, last, nextAt } }: { delivery: Delivery }) => {
  const { t } = useTranslation('messages-api');
  return (
    <>
      <Typography>{t('log.attempts', { attempts })}</Typography>
      {last !== null && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('log.last', {
            when: formatDateTime(last.at),
            duration: formatNumber(last.durationMs),
            outcome: last.status === null ? t(`log.failure.${failureOf(last.failure)}`) : String(last.status),
          })}
        </Typography>
      )}
      {nextAt !== null && (
        <Typography sx={{ color: 'text.secondary' }}>
          {t('log.next', { when: formatDateTime(nextAt) })}
        </Typography>
      )}
    </>
  );
};

interface DeliveryDetailProps {
  endpointId: number;
  deliveryId: string;
  /** Whether the webhook is switched off, so that nothing can be sent to it. */
  isOff: boolean;
  onClose: () => void;
}

const REFRESH_MS = 5000;

/** One delivery: its body, its attempts and the last response, with a button that sends it again. */
export const DeliveryDetail = ({ endpointId, deliveryId, isOff, onClose }: DeliveryDetailProps) => {
  const { t } = useTranslation(['messages-api', 'common']);
  const titleId = useId();
  const eventName = useEventName();
  const params = { id: endpointId, deliveryId };
  const { data, error, refetch } = useQuery({
    ...routeQuery(webhookEndpointRoutes.delivery, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? REFRESH_MS : false),
    meta: { silent: true },
  });
  const again = useMutation({
    mutationFn: () => call(webhookEndpointRoutes.redeliver, { params }),
    onSuccess: () => notifySuccess(t('log.redelivered')),
    onSettled: async () => {
      await refetch();
      await queryClient.invalidateQueries({ queryKey: routeKey(webhookEndpointRoutes.deliveries) });
    },
  });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{data === undefined ? t('log.delivery') : eventName(data.type)}</DialogTitle>
      {/* Focusable, so that long bodies scroll by keyboard. */}
      <DialogContent tabIndex={0} sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <PaneSkeleton />}
        {data !== undefined && (
          <>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
              <DeliveryStateChip state={data.state} />
              <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
                {data.id}
              </Box>
            </Box>
            {isOff && <Alert severity="info">{t('log.off')}</Alert>}
            <DetailPart title={t('log.attemptsTitle')}>
              <Attempts delivery={data} />
            </DetailPart>
            <DetailPart title={t('log.body')}>
              <CodeBody text={readableBody(data.body)} />
            </DetailPart>
            {data.last !== null && data.last.answer !== '' && (
              <DetailPart title={t('log.answerBody')}>
                <CodeBody text={data.last.answer} />
              </DetailPart>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        <Button
          variant="contained"
          loading={again.isPending}
          disabled={isOff || data === undefined || data.state === 'pending'}
          onClick={() => again.mutate()}
        >
          {t('log.redeliver')}
        </Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
