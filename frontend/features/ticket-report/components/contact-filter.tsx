import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { CONTACT_SEARCH_MIN } from '../../contacts/components/contact-picker.tsx';

interface ContactFilterProps {
  value: number | null;
  onChange: (contactId: number | null) => void;
}

/** A filter by one contact, found by name or number from the third character on. */
export const ContactFilter = ({ value, onChange }: ContactFilterProps) => {
  const { t } = useTranslation(['ticket-report', 'contacts']);
  const texts = useChoiceTexts();
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const { data: chosen } = useQuery({
    ...routeQuery(contactRoutes.get, { params: { id: value ?? 0 } }),
    enabled: value !== null,
    meta: { silent: true },
  });
  const isSearching = searchParam.length >= CONTACT_SEARCH_MIN && searchParam !== chosen?.name.toLowerCase();
  const { data, isFetching } = useQuery({
    ...routeQuery(contactRoutes.list, { query: { searchParam } }),
    enabled: isSearching,
  });
  return (
    <Autocomplete
      size="small"
      options={isSearching ? (data?.contacts ?? []) : []}
      value={value === null ? null : (chosen ?? null)}
      loading={isSearching && isFetching}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, contact) => onChange(contact?.id ?? null)}
      {...texts}
      loadingText={t('contacts:picker.searching')}
      noOptionsText={
        isSearching ? t('filter.noContact') : t('contacts:picker.typeMore', { count: CONTACT_SEARCH_MIN })
      }
      renderOption={({ key, ...props }, { name, number }) => (
        <li key={key} {...props}>
          {`${name} · ${formatPhone(number)}`}
        </li>
      )}
      renderInput={(params) => <TextField {...params} label={t('filter.contact')} />}
    />
  );
};
