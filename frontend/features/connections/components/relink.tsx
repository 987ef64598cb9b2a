import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { useMetaApp } from '../hooks/use-meta-app.ts';
import { useMetaLogin } from '../hooks/use-meta-login.ts';
import { LoginButton, LoginNotice } from './login-button.tsx';
import { PhoneLinkDialog } from './phone-link-dialog.tsx';

/** Links an account again by a login of Facebook. */
export const RelinkByLogin = ({ connection }: { connection: ConnectionView }) => {
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

/** Links an account again with a new token. */
export const RelinkByToken = ({ connection }: { connection: ConnectionView }) => {
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
