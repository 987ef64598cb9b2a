import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { CHANNEL_CONNECTIONS, expiresSoon } from '@prosa/shared/rules/channel-connections.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { useMetaApp } from '../hooks/use-meta-app.ts';
import { useMetaLogin } from '../hooks/use-meta-login.ts';
import { LoginButton, LoginNotice } from './login-button.tsx';
import { PhoneLinkDialog } from './phone-link-dialog.tsx';

/** Warns a week before the access to an account expires, and afterwards. */
export const ExpiryWarning = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const { credentialsExpireAt: expireAt } = connection;
  if (expireAt === null || !expiresSoon(connection, Date.now())) return null;
  const key = Date.parse(expireAt) <= Date.now() ? 'link.expired' : 'link.expires';
  return (
    <Typography
      variant="caption"
      sx={{ display: 'flex', gap: 1, paddingTop: 1, color: 'warning.text', whiteSpace: 'normal' }}
    >
      <WarningAmberRounded fontSize="inherit" sx={{ marginTop: '2px', flexShrink: 0 }} />
      {t(key, { when: formatDateTime(expireAt) })}
    </Typography>
  );
};

const RelinkByLogin = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const app = useMetaApp();
  const relink = useMutation({
    mutationFn: (body: { accessToken: string } | { code: string }) =>
      call(channelLinkRoutes.relink, { params: { id: connection.id }, body }),
    onSuccess: async () => {
      await refetchConnections();
      notifySuccess(t('link.done'));
    },
  });
  const login = useMetaLogin((proof) => relink.mutate(proof));
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <LoginButton
        isSetUp={app === undefined ? undefined : app.appId !== ''}
        size="small"
        variant="outlined"
        loading={relink.isPending}
        onClick={() => {
          if (app !== undefined) login.open(app, 'pages');
        }}
      >
        {t('link.again')}
      </LoginButton>
      <LoginNotice stage={login.stage} />
    </Box>
  );
};

const RelinkByToken = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setIsOpen(true)}>
        {t('link.again')}
      </Button>
      {isOpen && <PhoneLinkDialog connection={connection} onClose={() => setIsOpen(false)} />}
    </>
  );
};

/** Offers to link an account again while its connection is down, or its access is about to expire. */
export const LinkActions = ({ connection }: { connection: ConnectionView }) => {
  if (connection.status === 'CONNECTED' && !expiresSoon(connection, Date.now())) return null;
  return CHANNEL_CONNECTIONS[connection.channel].linkedBy === 'token' ? (
    <RelinkByToken connection={connection} />
  ) : (
    <RelinkByLogin connection={connection} />
  );
};
