import PhoneIphoneRounded from '@mui/icons-material/PhoneIphoneRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import {
  listSandboxConnections,
  type SandboxConnection,
  scanCode,
  setFault,
  typeCode,
} from '../sandbox-api.ts';
import { CustomerPhone } from './customer-phone.tsx';

const REFRESH_MS = 3_000;
const FAULTS = ['refuse', 'stall', 'drop'] as const;
const FIRST_CUSTOMER = { number: '5511987650001', name: 'Maria Souza' };
const GROUP_ID = '120363020000000001';
const PHONE_WIDTH_PX = 420;

const Faults = () => {
  const { t } = useTranslation('sandbox');
  const [mode, setMode] = useState<(typeof FAULTS)[number]>('refuse');
  const fault = useMutation({
    mutationFn: (count: number) => setFault(mode, count),
    onSuccess: (_answer, count) => notifySuccess(count === 0 ? t('faults.off') : t('faults.on')),
  });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Typography variant="h3" component="h2">
        {t('faults.title')}
      </Typography>
      <SelectField
        label={t('faults.mode')}
        value={mode}
        onChange={(event) => setMode(FAULTS.find((id) => id === event.target.value) ?? 'refuse')}
      >
        {FAULTS.map((id) => (
          <MenuItem key={id} value={id}>
            {t(`faults.${id}`)}
          </MenuItem>
        ))}
      </SelectField>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button variant="outlined" size="small" onClick={() => fault.mutate(1)}>
          {t('faults.next')}
        </Button>
        <Button size="small" onClick={() => fault.mutate(0)}>
          {t('faults.stop')}
        </Button>
      </Box>
    </Box>
  );
};

const Linking = ({ connection }: { connection: SandboxConnection }) => {
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

/** The sandbox screen of the local program: simulates customers' phones, and a WhatsApp that fails on demand. */
export const SandboxScreen = () => {
  const { t } = useTranslation('sandbox');
  const connections = useQuery({
    queryKey: ['sandbox.connections'],
    queryFn: listSandboxConnections,
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [customer, setCustomer] = useState(FIRST_CUSTOMER);
  const [isInGroup, setIsInGroup] = useState(false);
  const [groupName, setGroupName] = useState<string | null>(null);
  if (connections.isPending) return <PaneSkeleton />;
  if (connections.isError)
    return <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />;
  const keyOf = (one: SandboxConnection) => `${one.companyId}:${one.connectionId}`;
  const connection = connections.data.find((one) => keyOf(one) === chosen) ?? connections.data[0];
  if (connection === undefined)
    return <EmptyState icon={<PhoneIphoneRounded />} title={t('empty.title')} hint={t('empty.hint')} />;
  const number = customer.number.replace(/\D/g, '');
  const group =
    isInGroup && connection.allowGroup ? { id: GROUP_ID, name: groupName ?? t('group.first') } : null;
  return (
    <Box
      component="main"
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        // Without `safe`, the top of a column longer than the screen would be unreachable.
        justifyContent: 'safe center',
        gap: 6,
        height: '100%',
        overflow: 'auto',
        padding: { xs: 4, md: 6 },
        bgcolor: 'background.default',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 5,
          width: { xs: '100%', md: 320 },
          flexShrink: 0,
        }}
      >
        <Box>
          <Typography variant="h1">{t('title')}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('hint')}
          </Typography>
        </Box>
        <SelectField
          label={t('connection')}
          value={keyOf(connection)}
          onChange={(event) => setChosen(event.target.value)}
        >
          {connections.data.map((one) => (
            <MenuItem key={keyOf(one)} value={keyOf(one)}>
              {`${one.company} · ${one.name}`}
            </MenuItem>
          ))}
        </SelectField>
        <Linking connection={connection} />
        <TextField
          label={t('number')}
          value={customer.number}
          onChange={(event) => setCustomer({ ...customer, number: event.target.value })}
          helperText={t('numberHelp')}
        />
        <TextField
          label={t('name')}
          value={customer.name}
          onChange={(event) => setCustomer({ ...customer, name: event.target.value })}
        />
        <SelectField
          label={t('group.where')}
          value={group === null ? 'alone' : 'group'}
          onChange={(event) => setIsInGroup(event.target.value === 'group')}
          disabled={!connection.allowGroup}
          helperText={connection.allowGroup ? t('group.help') : t('group.notAllowed')}
        >
          <MenuItem value="alone">{t('group.alone')}</MenuItem>
          <MenuItem value="group">{t('group.inside')}</MenuItem>
        </SelectField>
        {group !== null && (
          <TextField
            label={t('group.name')}
            value={group.name}
            onChange={(event) => setGroupName(event.target.value)}
          />
        )}
        <Faults />
      </Box>
      <Box sx={{ width: { xs: '100%', md: PHONE_WIDTH_PX }, minHeight: { xs: 480, md: 0 }, display: 'flex' }}>
        <CustomerPhone
          key={group?.id ?? number}
          connection={connection}
          number={number}
          name={customer.name}
          group={group}
        />
      </Box>
    </Box>
  );
};
