import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FormSelect, FormSwitch } from '../../../components/form-fields.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { colleagueList } from '../../directory/colleague-list.ts';
import { queueList } from '../../directory/queue-list.ts';

/** Minimum number of characters to search for users. */
const SEARCH_MIN = 3;

const UserField = ({ disabled }: { disabled: boolean }) => {
  const { t } = useTranslation('campaigns');
  const texts = useChoiceTexts();
  const { field, fieldState } = useController({ name: 'userId' });
  const [typed, setTyped] = useState('');
  const { data: users = [] } = useQuery(colleagueList);
  const isSearch = typed.trim().length >= SEARCH_MIN;
  return (
    <Autocomplete
      disabled={disabled}
      options={isSearch ? users : []}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      value={users.find(({ id }) => id === field.value) ?? null}
      onChange={(_event, user) => field.onChange(user?.id ?? null)}
      onInputChange={(_event, text) => setTyped(text)}
      onBlur={field.onBlur}
      {...texts}
      noOptionsText={isSearch ? texts.noOptionsText : t('field.userTypeMore')}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('field.user')}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t('field.userHelp')}
        />
      )}
    />
  );
};

/** Whether each message opens a ticket, and what becomes of it. */
export const TicketFields = () => {
  const { t } = useTranslation('campaigns');
  const { data: queues = [] } = useQuery(queueList);
  const opens: unknown = useWatch({ name: 'openTicket' });
  const userId: unknown = useWatch({ name: 'userId' });
  const disabled = opens !== true && opens !== 'enabled';
  return (
    <>
      <FormSwitch name="openTicket" label={t('field.openTicket')} help={t('field.openTicketHelp')} />
      <FormSelect
        name="statusTicket"
        label={t('field.statusTicket')}
        disabled={disabled}
        choices={[
          { value: 'closed', label: t('field.status.closed') },
          { value: 'pending', label: t('field.status.pending') },
          { value: 'open', label: t('field.status.open') },
        ]}
      />
      <UserField disabled={disabled} />
      <FormSelect
        name="queueId"
        label={t('field.queue')}
        help={t('field.queueHelp')}
        disabled={disabled}
        required={!disabled && userId !== null}
        noneLabel={t('field.noQueue')}
        choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  );
};
