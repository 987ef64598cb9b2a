import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useController } from 'react-hook-form';
import { ColorField } from './color-field.tsx';
import { SelectField } from './select-field.tsx';
import { SwitchField } from './switch-field.tsx';
import { useChoiceTexts } from './use-choice-texts.ts';

interface FieldProps {
  /** Dot path of the field in the form's values. */
  name: string;
  label: string;
  help?: string;
  required?: boolean;
  disabled?: boolean;
}

interface FormTextProps
  extends FieldProps,
    Pick<
      TextFieldProps,
      | 'type'
      | 'multiline'
      | 'minRows'
      | 'maxRows'
      | 'placeholder'
      | 'autoComplete'
      | 'autoFocus'
      | 'inputMode'
    > {
  /** Changes what is typed before it is kept. */
  clean?: (text: string) => string;
}

/** Text. A `number` field keeps a number, or nothing while it is empty. */
export const FormText = ({ name, label, help, clean, type, required = false, ...rest }: FormTextProps) => {
  const { field, fieldState } = useController({ name });
  const read = (text: string): unknown => {
    if (type === 'number') return text === '' ? null : Number(text);
    return clean === undefined ? text : clean(text);
  };
  const value: unknown = field.value;
  return (
    <TextField
      {...rest}
      {...(type === undefined ? {} : { type })}
      label={label}
      required={required}
      name={field.name}
      inputRef={field.ref}
      value={value ?? ''}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(read(event.target.value))}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
    />
  );
};

export interface Choice<V extends string | number> {
  value: V;
  label: string;
}

interface FormSelectProps extends FieldProps {
  choices: readonly Choice<string | number>[];
  /** Adds a first choice that stands for null. */
  noneLabel?: string;
  autoFocus?: boolean;
}

/** One of a few. */
export const FormSelect = ({
  name,
  label,
  help,
  choices,
  noneLabel,
  required = false,
  disabled = false,
  autoFocus = false,
}: FormSelectProps) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <SelectField
      label={label}
      required={required}
      disabled={disabled}
      autoFocus={autoFocus}
      name={field.name}
      inputRef={field.ref}
      value={chosen?.value ?? ''}
      onBlur={field.onBlur}
      onChange={(event) =>
        field.onChange(
          choices.find((choice) => String(choice.value) === String(event.target.value))?.value ?? null,
        )
      }
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? help}
    >
      {noneLabel !== undefined && <MenuItem value="">{noneLabel}</MenuItem>}
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </SelectField>
  );
};

interface FormMultiSelectProps extends FieldProps {
  choices: readonly Choice<number>[];
  placeholder?: string;
}

/** Any of a list, by id. */
export const FormMultiSelect = ({
  name,
  label,
  help,
  choices,
  placeholder,
  required = false,
  disabled = false,
}: FormMultiSelectProps) => {
  const texts = useChoiceTexts();
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  const ids = Array.isArray(value) ? value : [];
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      disabled={disabled}
      options={[...choices]}
      value={choices.filter((choice) => ids.includes(choice.value))}
      getOptionLabel={(choice) => choice.label}
      getOptionKey={(choice) => choice.value}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      onChange={(_, chosen) => field.onChange(chosen.map((choice) => choice.value))}
      onBlur={field.onBlur}
      {...texts}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          inputRef={field.ref}
          placeholder={ids.length === 0 ? (placeholder ?? '') : ''}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
};

/** On or off, with what it means beside it. */
export const FormSwitch = ({ name, label, help, disabled = false }: FieldProps) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <SwitchField
      label={label}
      help={fieldState.error?.message ?? help}
      invalid={fieldState.invalid}
      disabled={disabled}
      checked={value === true || value === 'enabled'}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  );
};

/** A colour, `#rrggbb`. */
export const FormColor = ({ name, label, help, required = false }: FieldProps) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <ColorField
      label={label}
      required={required}
      value={typeof value === 'string' ? value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.invalid}
      help={fieldState.error?.message ?? help}
    />
  );
};
