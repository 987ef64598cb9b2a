import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { channelLinkRoutes, pastedPhoneInput } from '@prosa/shared/contracts/channel-links.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { isUnregistered } from '@prosa/shared/rules/session-reason.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { errorText } from '../../../lib/api/error-text.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';
import { useMetaApp } from '../hooks/use-meta-app.ts';
import { useMetaLogin } from '../hooks/use-meta-login.ts';
import { FormLinkQueue } from './link-queue.tsx';
import { LoginButton, LoginNotice } from './login-button.tsx';
import { RegisterDialog } from './register-number.tsx';

const tokenFields = pastedPhoneInput.pick({ accessToken: true });
const phoneFields = pastedPhoneInput.extend({
  name: pastedPhoneInput.shape.name.or(z.literal('').transform(() => undefined)),
});

interface PhoneLinkDialogProps {
  /** The connection that is linked again; null for a new one. */
  connection: ConnectionView | null;
  onClose: () => void;
}

/** Links a number of the WhatsApp Cloud API: by a pasted token, or by Meta's signup where the operator has set it up. */
export const PhoneLinkDialog = ({ connection, onClose }: PhoneLinkDialogProps) => {
  const { t } = useTranslation('connections');
  const app = useMetaApp();
  // Linked numbers that still have to be registered, one after the other.
  const [unregistered, setUnregistered] = useState<readonly ConnectionView[]>([]);
  const done = async (linked: readonly ConnectionView[]) => {
    await refetchConnections();
    notifySuccess(t('link.done'));
    const remaining = linked.filter(isUnregistered);
    setUnregistered(remaining);
    if (remaining.length === 0) onClose();
  };
  const signUp = useMutation({
    mutationFn: async (body: { code: string }) =>
      connection === null
        ? call(channelLinkRoutes.linkPhones, { body })
        : [await call(channelLinkRoutes.relink, { params: { id: connection.id }, body })],
    onSuccess: done,
    meta: { silent: true },
  });
  const login = useMetaLogin((proof) => {
    if ('code' in proof) signUp.mutate(proof);
  });
  const [next, ...others] = unregistered;
  if (next !== undefined)
    return (
      <RegisterDialog
        key={next.id}
        connection={next}
        onClose={onClose}
        onDone={() => (others.length === 0 ? onClose() : setUnregistered(others))}
      />
    );
  const signup = app !== undefined && app.signupConfigId !== '' && (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <LoginButton
        isSetUp
        variant="outlined"
        loading={signUp.isPending}
        onClick={() => login.open(app, 'signup')}
      >
        {t('link.phone.signup')}
      </LoginButton>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('link.phone.signupHelp')}
      </Typography>
      <LoginNotice stage={login.stage} />
      {signUp.error !== null && <Alert severity="error">{errorText(signUp.error)}</Alert>}
    </Box>
  );
  const token = (
    <FormText
      name="accessToken"
      label={t('link.phone.token')}
      help={t('link.phone.tokenHelp')}
      required
      autoComplete="off"
    />
  );
  if (connection !== null)
    return (
      <FormDialog
        open
        title={t('link.relinkTitle', { name: connection.name })}
        schema={tokenFields}
        defaultValues={{ accessToken: '' }}
        submitLabel={t('link.submit')}
        notice={t('link.phone.how')}
        onClose={onClose}
        onSubmit={async (body) => {
          await done([await call(channelLinkRoutes.relink, { params: { id: connection.id }, body })]);
        }}
      >
        {signup}
        {token}
      </FormDialog>
    );
  return (
    <FormDialog
      open
      title={t('link.phone.title')}
      schema={phoneFields}
      defaultValues={{ accessToken: '', phoneNumberId: '', businessAccountId: '', name: '', queueId: null }}
      submitLabel={t('link.submit')}
      notice={t('link.phone.how')}
      onClose={onClose}
      onSubmit={async (body) => {
        await done(await call(channelLinkRoutes.linkPhones, { body }));
      }}
    >
      {signup}
      {token}
      <FormText
        name="phoneNumberId"
        label={t('link.phone.phoneId')}
        help={t('link.phone.phoneIdHelp')}
        required
        inputMode="numeric"
        autoComplete="off"
      />
      <FormText
        name="businessAccountId"
        label={t('link.phone.businessId')}
        help={t('link.phone.businessIdHelp')}
        required
        inputMode="numeric"
        autoComplete="off"
      />
      <FormText name="name" label={t('link.phone.name')} help={t('link.phone.nameHelp')} autoComplete="off" />
      <FormLinkQueue />
    </FormDialog>
  );
};
