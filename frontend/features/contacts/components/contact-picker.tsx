import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { formatPhone } from '../../../lib/format.ts';
import { routeQuery } from '../../../lib/query.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';

/** Fewer characters find half the address book. */
export const CONTACT_SEARCH_MIN = 3;

export interface PickableContact {
  id: number;
  name: string;
  number: string;
  urlPicture?: string;
}

interface ContactPickerProps {
  value: PickableContact | null;
  onChange: (contact: PickableContact | null) => void;
  label: string;
  error?: string | undefined;
  autoFocus?: boolean;
  /** Shown when nothing was found for what was typed. */
  renderNotFound?: (typed: string) => ReactNode;
}

/** Finds a contact by name or number, from the third character on. */
export const ContactPicker = ({
  value,
  onChange,
  label,
  error,
  autoFocus = false,
  renderNotFound,
}: ContactPickerProps) => {
  const { t } = useTranslation('contacts');
  const texts = useChoiceTexts();
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const searching = searchParam.length >= CONTACT_SEARCH_MIN && searchParam !== value?.name.toLowerCase();
  const { data, isFetching } = useQuery({
    ...routeQuery(contactRoutes.list, { query: { searchParam } }),
    enabled: searching,
  });
  const found: PickableContact[] = searching ? (data?.contacts ?? []) : [];
  const empty = searching && !isFetching && searchParam === typed.trim().toLowerCase();
  return (
    <Autocomplete
      options={found}
      value={value}
      loading={searching && isFetching}
      filterOptions={(options) => options}
      getOptionLabel={(contact) => contact.name}
      getOptionKey={(contact) => contact.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, contact) => onChange(contact)}
      {...texts}
      loadingText={t('picker.searching')}
      noOptionsText={
        empty
          ? (renderNotFound?.(typed.trim()) ?? t('picker.nothing'))
          : t('picker.typeMore', { count: CONTACT_SEARCH_MIN })
      }
      renderOption={({ key, ...props }, contact) => (
        <Box component="li" key={key} {...props} sx={{ gap: 3 }}>
          <UserAvatar name={contact.name} src={contact.urlPicture ?? ''} size="small" />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{contact.name}</Typography>
            <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
              {formatPhone(contact.number)}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required
          autoFocus={autoFocus}
          placeholder={t('picker.placeholder')}
          error={error !== undefined}
          helperText={error}
        />
      )}
    />
  );
};
