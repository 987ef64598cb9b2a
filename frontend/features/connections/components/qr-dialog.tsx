import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useId, useState } from 'react';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { LIVE, routeQuery } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { isAwaited, PairingCode } from './pairing-code.tsx';

const SIZE_PX = 264;
const MARGIN_PX = 12;
/** WhatsApp shows the first code for a minute and each later code for twenty seconds; three in total. */
const FIRST_CODE_S = 60;
const LATER_CODE_S = 20;

const AWAITED_MS = 5_000;

/** Remounted for each code. */
const Countdown = ({ retries }: { retries: number }) => {
  const { t } = useTranslation('connections');
  const life = retries <= 1 ? FIRST_CODE_S : LATER_CODE_S;
  const [left, setLeft] = useState(life);
  useEffect(() => {
    const end = performance.now() + life * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [life]);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {t('qr.left', { count: left })}
    </Typography>
  );
};

/** Shows the current QR code; closes itself when the phone has been linked. */
export const QrDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useTranslation('connections');
  const titleId = useId();
  const query = useQuery({
    ...routeQuery(connectionRoutes.get, { params: { id } }),
    staleTime: LIVE,
    refetchOnMount: 'always',
    // An awaited code arrives with an event; the polling covers a missed event.
    refetchInterval: ({ state }) => (isAwaited(state.data?.pairing ?? null) ? AWAITED_MS : false),
  });
  // Data from before the dialog opened may belong to a WhatsApp session that has ended.
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const renew = useMutation({ mutationFn: () => call(connectionRoutes.renew, { params: { id } }) });
  const [seenCode, setSeenCode] = useState(false);
  const status = data?.status;
  const code = data?.qrcode ?? '';
  if (code !== '' && !seenCode) setSeenCode(true);

  useEffect(() => {
    if (status !== 'CONNECTED') return;
    notifySuccess(t('qr.connected'));
    onClose();
  }, [status, onClose, t]);

  const ended = seenCode && code === '' && status === 'DISCONNECTED';
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('qr.title')}</DialogTitle>
      <DialogContent>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: 'auto 1fr' },
            gap: 6,
            alignItems: 'start',
          }}
        >
          <Box
            sx={{
              display: 'flex',
              flexDirection: 'column',
              alignItems: 'center',
              gap: 3,
              textAlign: 'center',
              maxWidth: { md: SIZE_PX + 2 * MARGIN_PX },
            }}
          >
            {/* Keeps its size when there is no code. */}
            <Box
              sx={{
                display: 'grid',
                placeItems: 'center',
                width: SIZE_PX + 2 * MARGIN_PX,
                height: SIZE_PX + 2 * MARGIN_PX,
                borderRadius: `${radius.card}px`,
                bgcolor: code === '' ? 'transparent' : 'common.white',
              }}
            >
              {code !== '' && <QRCodeSVG value={code} size={SIZE_PX} title={t('qr.title')} data-qr={code} />}
              {code === '' && ended && <Typography variant="body1">{t('qr.ended')}</Typography>}
              {code === '' && !ended && (
                <Skeleton variant="rounded" width={SIZE_PX} height={SIZE_PX} aria-label={t('qr.waiting')} />
              )}
            </Box>
            <Box sx={{ minHeight: '1lh' }}>
              {code !== '' && <Countdown key={code} retries={data?.retries ?? 0} />}
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('qr.how')}
            </Typography>
          </Box>
          <PairingCode id={id} pairing={data?.pairing ?? null} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        {ended && (
          <Button variant="contained" loading={renew.isPending} onClick={() => renew.mutate()}>
            {t('action.newQr')}
          </Button>
        )}
      </DialogActions>
    </ResponsiveDialog>
  );
};
