import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { fieldText } from '../../../components/field-column.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { flowById, flowsNamed } from '../flow-list.ts';

/** An option of the field. Without an id it stands for no flow. */
interface FlowChoice {
  id: number | null;
  name: string;
}

interface FlowFieldProps {
  /** Dot path of the field in the form's values. The value is the flow's id, or null. */
  name: string;
  label: string;
  help?: string;
  required?: boolean;
  /** Adds a first option that stores null. */
  noneLabel?: string;
  /** The initial flow, if its name is known. Otherwise the field requests the name. */
  current?: FlowChoice | null;
}

/** A selection of one flow, found by its name on the server. */
export const FlowField = ({
  name,
  label,
  help,
  required = false,
  noneLabel,
  current = null,
}: FlowFieldProps) => {
  const texts = useChoiceTexts();
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  const id = typeof value === 'number' ? value : null;
  const none: FlowChoice | null = noneLabel === undefined ? null : { id: null, name: noneLabel };
  const [chosen, setChosen] = useState(current);
  const { data: stored } = useQuery({ ...flowById(id ?? 0), enabled: id !== null && chosen?.id !== id });
  const named = chosen?.id === id ? chosen : { id, name: stored?.flow.name ?? '' };
  const shown = id === null ? none : named;
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim() === shown?.name ? '' : typed.trim().toLowerCase());
  const { data, isFetching } = useQuery({ ...flowsNamed(searchParam), placeholderData: keepPreviousData });
  const flows: FlowChoice[] = data?.flows.map((flow) => ({ id: flow.id, name: flow.name })) ?? [];
  // The chosen flow is an option, too, if it is not on the first page.
  const others = [...new Set([none, shown])]
    .filter((one) => one !== null)
    .filter((one) => !flows.some((flow) => flow.id === one.id));
  return (
    <Autocomplete
      options={[...others, ...flows]}
      value={shown}
      loading={isFetching}
      filterOptions={(options) => (searchParam === '' ? options : flows)}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id ?? 'none'}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? null);
      }}
      onInputChange={(_event, text) => setTyped(text)}
      onBlur={field.onBlur}
      {...texts}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldText(fieldState.error?.message, help)}
        />
      )}
    />
  );
};
