import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { FormSelect } from '../../../components/form-fields.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueList } from '../../directory/queue-list.ts';

/** Returns the queues to choose from; none if there is no choice, because the server takes a company's only queue. */
const useQueueChoices = () => {
  const { data: queues = [] } = useQuery(queueList);
  return queues.length > 1 ? queues.map(({ id, name }) => ({ value: id, label: name })) : [];
};

/** The queue of the connections that a form adds, in its field `queueId`. */
export const FormLinkQueue = () => {
  const { t } = useTranslation('connections');
  const choices = useQueueChoices();
  if (choices.length === 0) return null;
  return (
    <FormSelect
      name="queueId"
      label={t('link.queue')}
      help={t('link.queueHelp')}
      noneLabel={t('field.none')}
      choices={choices}
    />
  );
};

interface LinkQueueProps {
  /** Null for none. */
  value: number | null;
  onChange: (queueId: number | null) => void;
}

/** The queue of the connections that a dialog without a form adds. */
export const LinkQueue = ({ value, onChange }: LinkQueueProps) => {
  const { t } = useTranslation('connections');
  const choices = useQueueChoices();
  if (choices.length === 0) return null;
  return (
    <SelectField
      label={t('link.queue')}
      helperText={t('link.queueHelp')}
      value={value ?? ''}
      onChange={(event) =>
        onChange(choices.find((choice) => String(choice.value) === String(event.target.value))?.value ?? null)
      }
    >
      <MenuItem value="">{t('field.none')}</MenuItem>
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </SelectField>
  );
};
