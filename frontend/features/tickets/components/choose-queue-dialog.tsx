import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { queueList } from '../../directory/queue-list.ts';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';

const schema = z.object({ queueId: z.int() });

interface QueueDialogProps {
  ticket: TicketView;
  onAnswer: (queueId: number | null) => void;
}

/**
 * Asks for the queue of a ticket without queue. If the user can choose only one queue, answers with it and shows no
 * dialog.
 */
export const QueueDialog = ({ ticket, onAnswer }: QueueDialogProps) => {
  const { t } = useTranslation('tickets');
  const queues = useSelectableQueues();
  const isWaiting = useQuery({ ...queueList, enabled: isAdmin(useUser()) }).isLoading;
  const only = !isWaiting && queues.length === 1 ? queues[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined) onAnswer(only);
  }, [only, onAnswer]);
  if (isWaiting || only !== undefined) return null;
  return (
    <FormDialog
      open
      width="narrow"
      title={t('accept.title')}
      schema={schema}
      submitLabel={t('accept.confirm')}
      defaultValues={{}}
      onClose={() => onAnswer(null)}
      onSubmit={async ({ queueId }) => onAnswer(queueId)}
    >
      <FormSelect
        name="queueId"
        label={t('queue')}
        required
        autoFocus
        help={t('accept.help', { name: ticket.contact.name })}
        choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
};
