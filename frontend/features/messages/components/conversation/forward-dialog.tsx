import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { call } from '../../../../lib/api/api-client.ts';
import { notifyError, notifySuccess } from '../../../../lib/screen/notify.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { ContactPicker, type PickableContact } from '../../../contacts/components/contact-picker.tsx';
import { showConflict } from '../../../tickets/dialogs-store.ts';
import { QuotedBlock } from '../message/quoted-block.tsx';

/** Maximum of messages shown, so that the contact list stays visible. */
const SHOWN = 3;

const quotedOf = (message: MessageView) => ({
  id: message.id,
  body: message.body,
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  mediaUrl: message.mediaUrl,
  contact: { name: message.contact?.name ?? '' },
});

interface ForwardDialogProps {
  /** Oldest first; they are sent in this order. */
  messages: readonly MessageView[];
  onDone: () => void;
  onClose: () => void;
}

/**
 * Forwards messages. A single message is sent before the response; several are sent by the server one after the
 * other, even if this page is closed.
 */
const send = (ids: readonly string[], contactId: number, clientId: string): Promise<unknown> => {
  const [messageId, ...others] = ids;
  return messageId !== undefined && others.length === 0
    ? call(messageRoutes.forward, { body: { messageId, contactId, clientId } })
    : call(messageRoutes.forwardSeveral, {
        body: { messageIds: [...ids], contactIds: [contactId], clientId },
      });
};

/** The dialog for forwarding messages to another contact. */
const ForwardDialog = ({ messages, onDone, onClose }: ForwardDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [contact, setContact] = useState<PickableContact | null>(null);
  // One client id per contact, so that a retry after a lost response sends nothing twice.
  const [clientIds] = useState(() => new Map<number, string>());
  const ids = messages.map(({ id }) => id);
  const count = ids.length;

  const forward = useMutation({
    mutationFn: (contactId: number) => {
      const clientId = clientIds.get(contactId) ?? crypto.randomUUID();
      clientIds.set(contactId, clientId);
      return send(ids, contactId, clientId);
    },
    meta: { silent: true },
    onSuccess: () => {
      notifySuccess(count === 1 ? t('forward.done') : t('forward.started', { count }));
      onDone();
    },
    onError: (error) => {
      if (!showConflict(error)) notifyError(error);
    },
  });
  const choose = (chosen: PickableContact | null) => {
    if (!forward.isPending) setContact(chosen);
  };
  const leave = () => !forward.isPending && onClose();
  return (
    <ResponsiveDialog open onClose={leave} labelledBy={titleId} width="narrow">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (contact !== null && !forward.isPending) forward.mutate(contact.id);
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{t('forward.title', { count })}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 4, paddingTop: 1 }}>
            <Stack sx={{ gap: 2 }}>
              {messages.slice(0, SHOWN).map((message) => (
                <QuotedBlock key={message.id} quoted={quotedOf(message)} />
              ))}
              {count > SHOWN && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {t('forward.more', { count: count - SHOWN })}
                </Typography>
              )}
            </Stack>
            <ContactPicker label={t('forward.contact')} value={contact} onChange={choose} autoFocus />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={leave}>{t('attach.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={contact === null} loading={forward.isPending}>
            {t('forward.submit')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default ForwardDialog;
