import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { SandboxAccount } from '../sandbox-api.ts';
import { CopiedValue } from './copied-value.tsx';

/** The accounts at the fake Meta, with the ids and tokens that link them. Closed, because on a phone the chat is below. */
export const Accounts = ({
  userToken,
  accounts,
}: {
  userToken: string;
  accounts: readonly SandboxAccount[];
}) => {
  const { t } = useTranslation(['sandbox', 'common']);
  return (
    <Box component="details" sx={{ '&[open] > * + *': { marginTop: 4 } }}>
      <Box component="summary" sx={{ cursor: 'pointer', typography: 'h3' }}>
        {t('accounts.title')}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('accounts.hint')}
      </Typography>
      <CopiedValue
        of={t('accounts.user')}
        what={`${t('accounts.token')} · ${t('accounts.user')}`}
        value={userToken}
      />
      {accounts.map(({ accountId, businessId, channel, name, token }) => (
        <Box key={accountId}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
            {`${CHANNEL_CONNECTIONS[channel].name} · ${name}`}
          </Typography>
          <CopiedValue of={name} what={t('accounts.account')} value={accountId} />
          {businessId !== accountId && (
            <CopiedValue of={name} what={t('accounts.business')} value={businessId} />
          )}
          <CopiedValue of={name} what={t('accounts.token')} value={token} />
        </Box>
      ))}
    </Box>
  );
};
