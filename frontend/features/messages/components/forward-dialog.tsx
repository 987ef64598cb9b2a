import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/notify.ts';
import { radius } from '../../../theme/tokens.ts';
import { ContactPicker, type PickableContact } from '../../contacts/components/contact-picker.tsx';
import { showConflict } from '../../tickets/dialogs-store.ts';
import { countForwarded, forwardMessages, newForwardProgress } from '../forward-messages.ts';
import { QuotedBlock } from './quoted-block.tsx';

/** More would hide where they go. */
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

/** Sends messages on to another contact. */
const ForwardDialog = ({ messages, onDone, onClose }: ForwardDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [contact, setContact] = useState<PickableContact | null>(null);
  // One progress for the dialog: pressing again after a lost answer sends nothing twice.
  const [progress] = useState(newForwardProgress);
  const [sent, setSent] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const ids = messages.map(({ id }) => id);
  const count = ids.length;

  const forward = useMutation({
    mutationFn: (contactId: number) => {
      stop.current = new AbortController();
      return forwardMessages(ids, contactId, progress, {
        forward: (body) => call(messageRoutes.forward, { body }),
        onSent: setSent,
        signal: stop.current.signal,
      });
    },
    meta: { silent: true },
    onSuccess: () => {
      notifySuccess(t('forward.done', { count }));
      onDone();
    },
    onError: (error) => {
      if (!stop.current.signal.aborted && !showConflict(error)) notifyError(error);
    },
  });
  const choose = (chosen: PickableContact | null) => {
    if (forward.isPending) return;
    setContact(chosen);
    setSent(chosen === null ? 0 : countForwarded(ids, chosen.id, progress));
  };
  // Between two messages nothing is lost by stopping; a press beside the dialog is no wish to.
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
            {forward.isPending && count > 1 && (
              <Box role="status">
                <Typography variant="body2" sx={{ marginBottom: 1, fontVariantNumeric: 'tabular-nums' }}>
                  {t('forward.progress', { sent, count })}
                </Typography>
                <LinearProgress
                  variant="determinate"
                  value={(sent / count) * 100}
                  aria-label={t('forward.progress', { sent, count })}
                  sx={{ borderRadius: `${radius.pill}px` }}
                />
              </Box>
            )}
            {!forward.isPending && sent > 0 && sent < count && (
              <Alert severity="warning">{t('forward.stopped', { sent, count })}</Alert>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          {forward.isPending && count > 1 ? (
            <Button onClick={() => stop.current.abort()}>{t('forward.stop')}</Button>
          ) : (
            <Button onClick={leave}>{t('attach.cancel')}</Button>
          )}
          <Button type="submit" variant="contained" disabled={contact === null} loading={forward.isPending}>
            {t('forward.submit')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default ForwardDialog;
