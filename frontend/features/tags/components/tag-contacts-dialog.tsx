import AddCommentOutlined from '@mui/icons-material/AddCommentOutlined';
import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import LabelOffOutlined from '@mui/icons-material/LabelOffOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { type TagView, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { useId } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { openNewTicketDialog } from '../../contacts/new-ticket-store.ts';
import { putContact } from '../../contacts/put-contact.ts';

/** Lists the contacts with a tag, each with a link to its ticket. */
export const TagContactsDialog = ({ tag, onClose }: { tag: TagView; onClose: () => void }) => {
  const { t } = useTranslation('tags');
  const titleId = useId();
  const contacts = usePagedRows(
    contactRoutes.list,
    { query: { contactTag: [tag.id] } },
    (page) => page.contacts,
    // Always refetched, because tagging a contact publishes no event for this list.
    { staleTime: 0 },
  );
  const untag = async (contact: ContactView) => {
    putContact(await call(tagRoutes.removeFromContact, { params: { tagId: tag.id, contactId: contact.id } }));
    notifySuccess(t('contacts.removed'));
    await queryClient.invalidateQueries({ queryKey: routeKey(contactRoutes.list) });
  };
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('contacts.title', { name: tag.name })}</DialogTitle>
      <DialogContent>
        <DataTable
          {...contacts}
          label={t('contacts.title', { name: tag.name })}
          rowKey={({ id }) => id}
          columns={[
            { id: 'name', header: t('contacts.name'), render: ({ name }) => name },
            {
              id: 'number',
              header: t('contacts.number'),
              width: '180px',
              wideOnly: true,
              render: ({ number, isGroup }) => (isGroup ? '' : formatPhone(number)),
            },
          ]}
          actions={(contact) => [
            {
              id: 'ticket',
              label: t('contacts.ticket', { name: contact.name }),
              icon: <AddCommentOutlined />,
              disabled: !contact.active,
              run: () => {
                onClose();
                openNewTicketDialog({ contact });
              },
            },
            {
              id: 'untag',
              label: t('contacts.remove', { name: contact.name }),
              icon: <LabelOffOutlined />,
              danger: true,
              run: () => void untag(contact).catch(notifyError),
            },
          ]}
          empty={<EmptyState icon={<ContactsOutlined />} title={t('contacts.none')} />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
