import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { useSelectableQueues } from '../hooks/use-selectable-queues.ts';

const schema = z.object({ queueId: z.int() });

interface QueueDialogProps {
  ticket: TicketView;
  onAnswer: (queueId: number | null) => void;
}

/** Which queue takes a ticket that has none. */
export const QueueDialog = ({ ticket, onAnswer }: QueueDialogProps) => {
  const { t } = useTranslation('tickets');
  const queues = useSelectableQueues();
  const only = queues.length === 1 ? queues[0] : undefined;
  return (
    <FormDialog
      open
      width="narrow"
      title={t('accept.title')}
      schema={schema}
      submitLabel={t('accept.confirm')}
      defaultValues={only === undefined ? {} : { queueId: only.id }}
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
