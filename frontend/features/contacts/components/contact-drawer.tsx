import CloseRounded from '@mui/icons-material/CloseRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import MergeRounded from '@mui/icons-material/MergeRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Drawer from '@mui/material/Drawer';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FoldingSection } from '../../../components/folding-section.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { LIVE } from '../../../lib/api/query.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useBackCloses } from '../../../lib/screen/use-back-closes.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useUnsaved } from '../../../lib/screen/use-unsaved.ts';
import { formatDateTime, formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { CONTACT_COLUMN } from '../contact-column.ts';
import { contactQuery, putContact } from '../put-contact.ts';
import { ContactTickets } from './contact-tickets.tsx';
import { EditContactDialog } from './edit-contact-dialog.tsx';
import { TagBox } from './tag-box.tsx';
import { TicketNotes } from './ticket-notes.tsx';
import { WalletBox } from './wallet-box.tsx';

const MergeContactsDialog = rarePart(() => import('./merge-contacts-dialog.tsx'));

const Fact = ({ label, value }: { label: string; value: string }) =>
  value === '' ? null : (
    <Box>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography variant="body1" sx={{ overflowWrap: 'anywhere' }}>
        {value}
      </Typography>
    </Box>
  );

interface ToggleProps {
  contact: ContactView;
  label: string;
  on: boolean;
  row: typeof contactRoutes.toggleAcceptAudio | typeof contactRoutes.toggleDisableBot;
}

/** A switch of a contact. The server toggles the current value, so the calls are sent one after the other. */
const Toggle = ({ contact: { id }, label, on, row }: ToggleProps) => {
  const toggle = useMutation({
    scope: { id: `${row.id} ${id}` },
    mutationFn: () => call(row, { params: { id } }),
    onSuccess: putContact,
  });
  const { shown, choose } = useUnsaved(on);
  const turn = (value: boolean) => choose(value, (done) => toggle.mutate(undefined, { onSettled: done }));
  return (
    <FormControlLabel
      control={<Switch checked={shown} onChange={(_, value) => turn(value)} />}
      label={label}
    />
  );
};

const Switches = ({ contact }: { contact: ContactView }) => {
  const { t } = useTranslation('contacts');
  const params = { id: contact.id };
  const block = useMutation({
    mutationFn: (active: boolean) => call(contactRoutes.block, { params, body: { active } }),
    onSuccess: (saved) => {
      putContact(saved);
      notifySuccess(saved.active ? t('unblocked') : t('blocked'));
    },
  });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
      <Toggle
        contact={contact}
        label={t('acceptAudio')}
        on={contact.acceptAudioMessage}
        row={contactRoutes.toggleAcceptAudio}
      />
      <Toggle
        contact={contact}
        label={t('botAnswers')}
        on={!contact.disableBot}
        row={contactRoutes.toggleDisableBot}
      />
      {!contact.isGroup && (
        <Button
          size="small"
          color={contact.active ? 'error' : 'primary'}
          loading={block.isPending}
          onClick={() => block.mutate(!contact.active)}
          sx={{ marginTop: 2 }}
        >
          {contact.active ? t('block') : t('unblock')}
        </Button>
      )}
    </Box>
  );
};

interface DetailsProps {
  contact: ContactView;
  ticket: TicketView;
  files: ReactNode;
}

const Details = ({ contact, ticket, files }: DetailsProps) => {
  const { t } = useTranslation('contacts');
  const { can } = useSession();
  // Without the setting, wallets have no effect.
  const hasWallets = useUser().company.companieSettings.DirectTicketsToWallets === 'enabled';
  const [dialog, setDialog] = useState<'edit' | 'merge' | null>(null);
  const close = () => setDialog(null);
  const copy = () => {
    navigator.clipboard.writeText(contact.number).then(() => notifySuccess(t('copied')), notifyError);
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, padding: 4 }}>
      <Box
        sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 2, textAlign: 'center' }}
      >
        <UserAvatar name={contact.name} src={contact.urlPicture} size="profile" />
        <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {contact.name}
        </Typography>
        {contact.number !== '' && !contact.isGroup && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {formatPhone(contact.number)}
            </Typography>
            {/^\d+$/.test(contact.number) && (
              <IconAction
                label={t('copyNumber')}
                size="small"
                icon={<ContentCopyRounded fontSize="small" />}
                onClick={copy}
              />
            )}
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
          <Button size="small" startIcon={<EditOutlined />} onClick={() => setDialog('edit')}>
            {t('edit')}
          </Button>
          {can('contacts-page:deleteContact') && !contact.isGroup && (
            <Button size="small" startIcon={<MergeRounded />} onClick={() => setDialog('merge')}>
              {t('merge.action')}
            </Button>
          )}
        </Box>
      </Box>
      <TagBox contact={contact} />
      {hasWallets && !contact.isGroup && <WalletBox contact={contact} />}
      <Fact label={t('email')} value={contact.email} />
      <Fact
        label={t('consented')}
        value={contact.lgpdAcceptedAt === null ? '' : formatDateTime(contact.lgpdAcceptedAt)}
      />
      <Fact
        label={t('marketingStopped')}
        value={contact.marketingStoppedAt === null ? '' : formatDateTime(contact.marketingStoppedAt)}
      />
      {contact.extraInfo.map((info) => (
        <Fact key={info.id} label={info.name} value={info.value} />
      ))}
      <Divider />
      <Switches contact={contact} />
      <Divider />
      <Typography variant="subtitle1" component="h3">
        {t('notes.title')}
      </Typography>
      <TicketNotes ticket={ticket} />
      <Box>
        <FoldingSection title={t('files.title')}>{files}</FoldingSection>
        <FoldingSection title={t('tickets.title')}>
          <ContactTickets ticket={ticket} />
        </FoldingSection>
      </Box>
      {dialog === 'edit' && <EditContactDialog contact={contact} onClose={close} />}
      {dialog === 'merge' && (
        <Suspense fallback={null}>
          <MergeContactsDialog contact={contact} onClose={close} />
        </Suspense>
      )}
    </Box>
  );
};

interface ContactDrawerProps {
  ticket: TicketView;
  /** The conversation's files, mounted when their section is opened. */
  files: ReactNode;
  /** Whether the drawer covers the conversation, because there is no room beside it. */
  over: boolean;
  onClose: () => void;
}

/** Details of the ticket's contact: in a separate column on wide screens, over the conversation on others. */
const ContactDrawer = ({ ticket, files, over, onClose }: ContactDrawerProps) => {
  const { t } = useTranslation('contacts');
  const phone = useIsPhone();
  const closer = useRef<HTMLButtonElement>(null);
  useBackCloses(true, onClose);
  // The previously focused element is covered; it gets the focus back on closing.
  useEffect(() => {
    if (!over || phone) return;
    const opener = document.activeElement;
    closer.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [over, phone]);
  const contact = useQuery({
    ...contactQuery(ticket.contactId),
    staleTime: LIVE,
    meta: { silent: true },
  });
  const content = (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', paddingInline: 4, minHeight: layout.topBar }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {t('details')}
        </Typography>
        <IconAction ref={closer} label={t('close')} icon={<CloseRounded />} onClick={onClose} edge="end" />
      </Box>
      {contact.isPending && <PaneSkeleton />}
      {contact.isError && <ErrorState error={contact.error} onRetry={() => void contact.refetch()} />}
      {contact.isSuccess && <Details contact={contact.data} ticket={ticket} files={files} />}
    </>
  );
  if (phone) {
    return (
      <Drawer
        anchor="right"
        open
        onClose={onClose}
        slotProps={{ paper: { sx: { width: '100%' }, 'aria-label': t('details') } }}
      >
        {content}
      </Drawer>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={t('details')}
      onKeyDown={({ key }) => over && key === 'Escape' && onClose()}
      sx={{
        width: over ? layout.contactDrawer : CONTACT_COLUMN,
        maxWidth: '100%',
        flexShrink: 0,
        ...(over && {
          position: 'absolute',
          insetBlock: 0,
          insetInlineEnd: 0,
          zIndex: 'drawer',
          boxShadow: 'var(--mui-palette-floatShadow)',
        }),
        overflowY: 'auto',
        borderInlineStart: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {content}
    </Box>
  );
};

export default ContactDrawer;
