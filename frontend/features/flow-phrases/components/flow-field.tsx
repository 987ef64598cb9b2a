import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { routeQuery } from '../../../lib/api/query.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface NamedFlow {
  id: number;
  name: string;
}

/** The flow of a phrase, found by its name on the server. The field's value is the flow's id, or null. */
export const FlowField = ({ current }: { current: NamedFlow | null }) => {
  const { t } = useTranslation('flow-phrases');
  const texts = useChoiceTexts();
  const { field, fieldState } = useController({ name: 'flowId' });
  const [chosen, setChosen] = useState(current);
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim() === chosen?.name ? '' : typed.trim().toLowerCase());
  const { data, isFetching } = useQuery({
    // The page's number makes it another query than the pages of the list of flows.
    ...routeQuery(flowRoutes.list, { query: { searchParam, pageNumber: 1 } }),
    placeholderData: keepPreviousData,
  });
  const flows: NamedFlow[] = data?.flows.map(({ id, name }) => ({ id, name })) ?? [];
  return (
    <Autocomplete
      options={flows}
      value={chosen}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onChange={(_event, flow) => {
        setChosen(flow);
        field.onChange(flow?.id ?? null);
      }}
      onInputChange={(_event, text) => setTyped(text)}
      onBlur={field.onBlur}
      {...texts}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('field.flow')}
          required
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
        />
      )}
    />
  );
};
