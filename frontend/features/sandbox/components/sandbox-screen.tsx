import PhoneIphoneRounded from '@mui/icons-material/PhoneIphoneRounded';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import {
  listSandboxAccounts,
  listSandboxConnections,
  listSandboxServices,
  type SandboxPlace,
} from '../sandbox-api.ts';
import { Accounts } from './accounts.tsx';
import { CustomerPhone } from './customer-phone.tsx';
import { Faults } from './faults.tsx';
import { Linking } from './linking.tsx';
import { SERVICES_KEY, Services } from './services.tsx';

const REFRESH_MS = 3_000;
const FIRST_CUSTOMER = { number: '5511987650001', name: 'Maria Souza' };
const GROUP_ID = '120363020000000001';
const PHONE_WIDTH_PX = 420;

const keyOf = (place: SandboxPlace): string =>
  'account' in place
    ? place.account.accountId
    : `${place.connection.companyId}:${place.connection.connectionId}`;

/** The sandbox screen of the local program: simulates customers' phones, and providers that fail on demand. */
export const SandboxScreen = () => {
  const { t } = useTranslation(['sandbox', 'common']);
  const connections = useQuery({
    queryKey: ['sandbox.connections'],
    queryFn: listSandboxConnections,
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  const meta = useQuery({
    queryKey: ['sandbox.accounts'],
    queryFn: listSandboxAccounts,
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  const outside = useQuery({
    queryKey: SERVICES_KEY,
    queryFn: listSandboxServices,
    meta: { silent: true },
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [customer, setCustomer] = useState(FIRST_CUSTOMER);
  const [isInGroup, setIsInGroup] = useState(false);
  const [groupName, setGroupName] = useState<string | null>(null);
  if (connections.isPending) return <PaneSkeleton />;
  if (connections.isError)
    return <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />;
  const accounts = meta.data?.accounts ?? [];
  const places: SandboxPlace[] = [
    ...connections.data.map((connection) => ({ connection })),
    ...accounts.map((account) => ({ account })),
  ];
  const place = places.find((one) => keyOf(one) === chosen) ?? places[0];
  if (place === undefined)
    return <EmptyState icon={<PhoneIphoneRounded />} title={t('empty.title')} hint={t('empty.hint')} />;
  const connection = 'connection' in place ? place.connection : undefined;
  const allowsGroups = connection?.allowGroup === true;
  const number = customer.number.replace(/\D/g, '');
  const group = isInGroup && allowsGroups ? { id: GROUP_ID, name: groupName ?? t('group.first') } : null;
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
          value={keyOf(place)}
          onChange={(event) => setChosen(event.target.value)}
        >
          {places.map((one) => (
            <MenuItem key={keyOf(one)} value={keyOf(one)}>
              {'account' in one
                ? `${CHANNEL_CONNECTIONS[one.account.channel].name} · ${one.account.name}`
                : `${one.connection.company} · ${one.connection.name}`}
            </MenuItem>
          ))}
        </SelectField>
        {connection !== undefined && <Linking connection={connection} />}
        {'account' in place && !place.account.isSubscribed && (
          <Typography variant="body2" role="note" sx={{ color: 'warning.text' }}>
            {t('notSubscribed')}
          </Typography>
        )}
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
        {connection !== undefined && (
          <SelectField
            label={t('group.where')}
            value={group === null ? 'alone' : 'group'}
            onChange={(event) => setIsInGroup(event.target.value === 'group')}
            disabled={!allowsGroups}
            helperText={allowsGroups ? t('group.help') : t('group.notAllowed')}
          >
            <MenuItem value="alone">{t('group.alone')}</MenuItem>
            <MenuItem value="group">{t('group.inside')}</MenuItem>
          </SelectField>
        )}
        {group !== null && (
          <TextField
            label={t('group.name')}
            value={group.name}
            onChange={(event) => setGroupName(event.target.value)}
          />
        )}
        <Faults key={keyOf(place)} place={place} />
        {meta.data !== undefined && <Accounts userToken={meta.data.user.token} accounts={accounts} />}
        {outside.data !== undefined && <Services {...outside.data} />}
      </Box>
      <Box sx={{ width: { xs: '100%', md: PHONE_WIDTH_PX }, minHeight: { xs: 480, md: 0 }, display: 'flex' }}>
        <CustomerPhone
          key={`${keyOf(place)} ${group?.id ?? number}`}
          place={place}
          number={number}
          name={customer.name}
          group={group}
        />
      </Box>
    </Box>
  );
};
