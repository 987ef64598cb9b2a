import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

type Pairing = ResponseOf<typeof connectionRoutes.get>['pairing'];
const HALF = 4;

/** Whether a pairing code was requested and has not arrived yet. */
export const isAwaited = (pairing: Pairing): boolean =>
  pairing !== null && pairing.code === '' && pairing.failure === '';

/** Shows the pairing code to type on the phone, grouped for reading aloud. */
const Code = ({ code, number }: { code: string; number: string }) => {
  const { t } = useTranslation('connections');
  const copy = () => {
    navigator.clipboard.writeText(code).then(() => notifySuccess(t('pairing.copied')), notifyError);
  };
  return (
    <Box aria-live="polite">
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('pairing.typeOn', { number: formatPhone(number) })}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginBlock: 2 }}>
        <Typography
          variant="h1"
          component="output"
          aria-label={t('pairing.code')}
          sx={{ letterSpacing: '0.12em', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
        >
          {`${code.slice(0, HALF)}-${code.slice(HALF)}`}
        </Typography>
        <IconAction label={t('pairing.copy')} icon={<ContentCopyRounded />} onClick={copy} />
      </Box>
    </Box>
  );
};

/** Links a number without a camera: the phone is asked to link with a code, which appears here. */
export const PairingCode = ({ id, pairing }: { id: number; pairing: Pairing }) => {
  const { t } = useTranslation('connections');
  const [number, setNumber] = useState('');
  const ask = useMutation({
    mutationFn: () => call(connectionRoutes.pair, { params: { id }, body: { number: number.trim() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.get) }),
    meta: { silent: true },
  });
  const isWaiting = ask.isPending || isAwaited(pairing);
  const { error } = ask;
  const isBadNumber = error instanceof ApiError && error.code === 'ERR_VALIDATION';
  const problem = error === null ? null : isBadNumber ? t('pairing.badNumber') : errorText(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', gap: 3, textAlign: 'left' }}>
      <Typography variant="h3">{t('pairing.title')}</Typography>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        <TextField
          label={t('pairing.number')}
          type="tel"
          autoComplete="tel"
          value={number}
          onChange={(event) => {
            ask.reset();
            setNumber(event.target.value);
          }}
          error={ask.isError}
          helperText={problem ?? t('pairing.numberHelp')}
        />
        <Button type="submit" variant="outlined" loading={ask.isPending} sx={{ alignSelf: 'flex-start' }}>
          {pairing === null ? t('pairing.ask') : t('pairing.again')}
        </Button>
      </Box>
      {pairing !== null && pairing.failure !== '' && (
        <Alert severity="warning">{t(`pairing.failure.${pairing.failure}`)}</Alert>
      )}
      {isWaiting && <Skeleton variant="rounded" height={48} aria-label={t('pairing.waiting')} />}
      {!isWaiting && pairing !== null && pairing.code !== '' && (
        <Code code={pairing.code} number={pairing.number} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('pairing.how')}
      </Typography>
    </Box>
  );
};
