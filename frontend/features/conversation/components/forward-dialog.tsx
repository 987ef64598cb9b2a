import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { ContactPicker, type PickableContact } from '../../contacts/components/contact-picker.tsx';
import { showConflict } from '../../tickets/dialogs-store.ts';
import { QuotedBlock } from './quoted-block.tsx';

/** Sends a message on to another contact. */
const ForwardDialog = ({ message, onClose }: { message: MessageView; onClose: () => void }) => {
  const { t } = useTranslation('conversation');
  const titleId = useId();
  const [contact, setContact] = useState<PickableContact | null>(null);
  // One id for the dialog: pressing again after a lost answer sends nothing twice.
  const [clientId] = useState(() => crypto.randomUUID());
  const forward = useMutation({
    mutationFn: (contactId: number) =>
      call(messageRoutes.forward, { body: { messageId: message.id, contactId, clientId } }),
    meta: { silent: true },
    onSuccess: () => {
      notifySuccess(t('forward.done'));
      onClose();
    },
    onError: (error) => {
      if (!showConflict(error)) notifyError(error);
    },
  });
  const quoted = {
    id: message.id,
    body: message.body,
    fromMe: message.fromMe,
    mediaType: message.mediaType,
    contact: { name: message.contact?.name ?? '' },
  };
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (contact !== null) forward.mutate(contact.id);
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{t('forward.title')}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 4, paddingTop: 1 }}>
            <QuotedBlock quoted={quoted} />
            <ContactPicker label={t('forward.contact')} value={contact} onChange={setContact} autoFocus />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('attach.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={contact === null} loading={forward.isPending}>
            {t('forward.submit')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default ForwardDialog;
