import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { SandboxAccount } from '../sandbox-api.ts';

/** One value with a button that copies it. Long values are shortened on the screen. */
const Copied = ({ of, what, value }: { of: string; what: string; value: string }) => {
  const { t } = useTranslation('sandbox');
  const copy = () => {
    navigator.clipboard.writeText(value).then(() => notifySuccess(t('accounts.copied')), notifyError);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {what}
        </Typography>
        <Typography variant="body2" noWrap>
          {value}
        </Typography>
      </Box>
      <IconAction
        size="small"
        label={t('accounts.copy', { what, name: of })}
        icon={<ContentCopyRounded fontSize="small" />}
        onClick={copy}
      />
    </Box>
  );
};

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
      <Copied
        of={t('accounts.user')}
        what={`${t('accounts.token')} · ${t('accounts.user')}`}
        value={userToken}
      />
      {accounts.map(({ accountId, businessId, channel, name, token }) => (
        <Box key={accountId}>
          <Typography variant="body2" component="h3" sx={{ fontWeight: 600 }}>
            {`${CHANNEL_CONNECTIONS[channel].name} · ${name}`}
          </Typography>
          <Copied of={name} what={t('accounts.account')} value={accountId} />
          {businessId !== accountId && <Copied of={name} what={t('accounts.business')} value={businessId} />}
          <Copied of={name} what={t('accounts.token')} value={token} />
        </Box>
      ))}
    </Box>
  );
};
