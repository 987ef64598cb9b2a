import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { type SandboxConnection, scanCode, typeCode } from '../sandbox-api.ts';

/** Pairs a connection that is not connected: scans its QR code, or types its pairing code on the phone. */
export const Linking = ({ connection }: { connection: SandboxConnection }) => {
  const { t } = useTranslation('sandbox');
  const scan = useMutation({
    mutationFn: () => scanCode(connection),
    onSuccess: () => notifySuccess(t('scanned')),
  });
  const [code, setCode] = useState('');
  const type = useMutation({
    mutationFn: () => typeCode(connection, code),
    onSuccess: () => notifySuccess(t('typed')),
  });
  if (connection.status === 'CONNECTED') return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        padding: 4,
        borderRadius: `${radius.card}px`,
        bgcolor: 'warning.soft',
      }}
    >
      <Typography variant="body2">{connection.qrcode === '' ? t('notLinked') : t('waitsForScan')}</Typography>
      <Button
        variant="contained"
        disabled={connection.qrcode === ''}
        loading={scan.isPending}
        onClick={() => scan.mutate()}
      >
        {t('scan')}
      </Button>
      <TextField
        label={t('code')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        disabled={connection.qrcode === ''}
      />
      <Button
        variant="outlined"
        disabled={connection.qrcode === '' || code === ''}
        loading={type.isPending}
        onClick={() => type.mutate()}
      >
        {t('type')}
      </Button>
    </Box>
  );
};
