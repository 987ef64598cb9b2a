import AddRounded from '@mui/icons-material/AddRounded';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldText } from '../../../components/field-column.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { formatPhone } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { NewContactDialog } from './new-contact-dialog.tsx';

/** Minimum search length; shorter terms match too many contacts. */
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
}

/** An option for a contact that does not exist yet, with the typed text. */
interface NewContact {
  typed: string;
}
const isNew = (choice: PickableContact | NewContact): choice is NewContact => 'typed' in choice;

/** Finds a contact by name or number, from the third character on, or adds a contact with the typed text. */
export const ContactPicker = ({ value, onChange, label, error, autoFocus = false }: ContactPickerProps) => {
  const { t } = useTranslation('contacts');
  const texts = useChoiceTexts();
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const searching = searchParam.length >= CONTACT_SEARCH_MIN && searchParam !== value?.name.toLowerCase();
  const { data, isFetching } = useQuery({
    ...routeQuery(contactRoutes.list, { query: { searchParam } }),
    enabled: searching,
  });
  const [adding, setAdding] = useState<string | null>(null);
  const isSettled = searchParam === typed.trim().toLowerCase();
  const isFound = searching && isSettled && !isFetching;
  const choices: (PickableContact | NewContact)[] = [
    ...(searching ? (data?.contacts ?? []) : []),
    ...(isFound ? [{ typed: typed.trim() }] : []),
  ];
  return (
    <>
      <Autocomplete
        options={choices}
        value={value}
        loading={searching && !isFound}
        filterOptions={(options) => options}
        getOptionLabel={(choice) => (isNew(choice) ? choice.typed : choice.name)}
        getOptionKey={(choice) => (isNew(choice) ? 'new' : choice.id)}
        isOptionEqualToValue={(a, b) => !isNew(a) && !isNew(b) && a.id === b.id}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, choice) => {
          if (choice !== null && isNew(choice)) setAdding(choice.typed);
          else onChange(choice);
        }}
        {...texts}
        loadingText={t('picker.searching')}
        noOptionsText={t('picker.typeMore', { count: CONTACT_SEARCH_MIN })}
        renderOption={({ key, ...props }, choice) => (
          <Box component="li" key={key} {...props} sx={{ gap: 3 }}>
            {isNew(choice) ? (
              <>
                <AddRounded color="primary" />
                <Typography noWrap sx={{ color: 'primary.text' }}>
                  {t('picker.add', { typed: choice.typed })}
                </Typography>
              </>
            ) : (
              <>
                <UserAvatar name={choice.name} src={choice.urlPicture ?? ''} size="small" />
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>{choice.name}</Typography>
                  <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                    {formatPhone(choice.number)}
                  </Typography>
                </Box>
              </>
            )}
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
            helperText={fieldText(error)}
          />
        )}
      />
      {adding !== null && (
        <NewContactDialog
          typed={adding}
          onClose={() => setAdding(null)}
          onCreated={(contact) => {
            setAdding(null);
            onChange(contact);
          }}
        />
      )}
    </>
  );
};
