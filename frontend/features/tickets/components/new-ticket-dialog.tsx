import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { FormContact } from '../../contacts/components/form-contact.tsx';
import type { PickedContact } from '../../contacts/new-ticket-store.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { conflictOf, showTaken } from '../dialogs-store.ts';
import { useReplyTexts } from '../hooks/use-reply-texts.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';
import { putTicket } from '../put-ticket.ts';
import { viewerOf } from '../viewer-of.ts';

const schema = z.object({
  contactId: z.int(),
  queueId: z.int({ error: () => i18next.t('tickets:new.queueRequired') }),
  whatsappId: z.int(),
});

interface ConnectionChoice {
  id: number;
  name: string;
  can?: Pick<ChannelAbilities, 'writesFirst' | 'replyWindow' | 'templates'> | undefined;
}

/** The field for the connection. Says if the company may only answer there, or begin only with a template. */
const ConnectionField = ({ connections }: { connections: readonly ConnectionChoice[] }) => {
  const { t } = useTranslation('tickets');
  const texts = useReplyTexts();
  const chosen: unknown = useWatch({ name: 'whatsappId' });
  const can = connections.find(({ id }) => id === chosen)?.can;
  const policy = can?.writesFirst === false ? can.replyWindow : null;
  const help = can?.templates === true ? 'reply.templateFirst' : 'reply.onlyAnswers';
  return (
    <FormSelect
      name="whatsappId"
      label={t('connection')}
      required
      choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
      {...(policy === null ? {} : { help: t(help, { span: texts.span(policy) }) })}
    />
  );
};

/** The dialog for starting a conversation: contact, queue and connection. */
export const NewTicketDialog = ({
  contact,
  onClose,
}: {
  contact: PickedContact | null;
  onClose: () => void;
}) => {
  const { t } = useTranslation('tickets');
  const navigate = useNavigate();
  const user = useUser();
  const queues = useSelectableQueues();
  const { data: connections } = useQuery(connectionList);
  if (connections === undefined) return null;
  const connection =
    connections.find(({ id }) => id === user.whatsappId) ??
    connections.find(({ isDefault }) => isDefault) ??
    (connections.length === 1 ? connections[0] : undefined);
  const queue = queues.length === 1 ? queues[0] : undefined;
  return (
    <FormDialog
      open
      width="narrow"
      title={t('new.title')}
      schema={schema}
      submitLabel={t('new.start')}
      defaultValues={{
        ...(contact === null ? {} : { contactId: contact.id }),
        ...(queue === undefined ? {} : { queueId: queue.id }),
        ...(connection === undefined ? {} : { whatsappId: connection.id }),
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        try {
          const ticket = await call(ticketRoutes.create, {
            body: { ...body, userId: user.id, status: 'open' },
          });
          putTicket(queryClient, ticket, viewerOf(user));
          onClose();
          void navigate(paths.ticket(ticket.uuid));
        } catch (error) {
          const conflict = conflictOf(error);
          if (conflict === null) throw error;
          onClose();
          // The user already has this ticket, so it is opened.
          if (conflict.userId === user.id) void navigate(paths.ticket(conflict.uuid));
          else showTaken(conflict);
        }
      }}
    >
      <FormContact name="contactId" label={t('contact')} first={contact} />
      <FormSelect
        name="queueId"
        label={t('queue')}
        required
        autoFocus={contact !== null}
        choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ConnectionField connections={connections} />
    </FormDialog>
  );
};
