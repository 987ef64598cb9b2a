import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';

interface FilterChoiceProps<I extends string | number> {
  label: string;
  options: readonly { id: I; name: string }[];
  value: readonly I[];
  onChange: (ids: I[]) => void;
}

/** A filter by any number of options, by id. */
export const FilterChoice = <I extends string | number>({
  label,
  options,
  value,
  onChange,
}: FilterChoiceProps<I>) => {
  const texts = useChoiceTexts();
  return (
    <Autocomplete
      multiple
      size="small"
      limitTags={1}
      disableCloseOnSelect
      options={[...options]}
      value={options.filter(({ id }) => value.includes(id))}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      {...texts}
      onChange={(_, chosen) => onChange(chosen.map(({ id }) => id))}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
};
