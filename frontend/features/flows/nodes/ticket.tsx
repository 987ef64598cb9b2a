import SupportAgentRounded from '@mui/icons-material/SupportAgentRounded';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueList } from '../../directory/queue-list.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const TicketForm = ({ data, onSave, ...dialog }: StepFormProps<'ticket'>) => {
  const { t } = useTranslation('flows');
  const { data: queues = [] } = useQuery(queueList);
  const schema = useMemo(
    () =>
      z.object({
        queueId: z
          .number()
          .nullable()
          .superRefine((id, { addIssue }) => {
            if (id === null) addIssue({ code: 'custom', message: t('ticket.missing') });
          }),
      }),
    [t],
  );
  return (
    <FormDialog
      open
      width="narrow"
      {...dialog}
      schema={schema}
      defaultValues={{ queueId: data.queue?.id ?? null }}
      onSubmit={async ({ queueId }) => {
        const queue = queues.find(({ id }) => id === queueId);
        const name = queue?.name ?? data.queue?.name ?? '';
        onSave({ name, queue: queueId === null ? null : { id: queueId, name } });
      }}
    >
      <FormSelect
        name="queueId"
        label={t('field.queue')}
        help={queues.length === 0 ? t('field.noQueues') : t('field.queueHelp')}
        choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
        required
        autoFocus
      />
    </FormDialog>
  );
};

export const ticketKind: StepKind<'ticket'> = {
  Icon: SupportAgentRounded,
  tone: 'success',
  Form: TicketForm,
};
