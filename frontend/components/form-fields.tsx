import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Autocomplete from '@mui/material/Autocomplete';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { instantOfLocal, localTime } from '../lib/texts/local-time.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { ColorField } from './color-field.tsx';
import { fieldText } from './field-column.tsx';
import { IconAction } from './icon-action.tsx';
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
  /** Normalises typed text before it is stored. */
  clean?: (text: string) => string;
}

/** A text field. A `number` field stores a number, or null while it is empty. */
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
      helperText={fieldText(fieldState.error?.message, help)}
    />
  );
};

interface FormInstantProps extends FieldProps {
  /** The earliest and latest time that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A date and time field in the company's time zone. Stores an instant, or null while it is empty. */
export const FormInstant = ({ name, label, help, required = false, min, max }: FormInstantProps) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <TextField
      type="datetime-local"
      label={label}
      required={required}
      name={field.name}
      inputRef={field.ref}
      value={typeof value === 'string' ? localTime(value) : ''}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(instantOfLocal(event.target.value))}
      error={fieldState.invalid}
      helperText={fieldText(fieldState.error?.message, help)}
      slotProps={{
        htmlInput: {
          ...(min === undefined ? {} : { min: localTime(min) }),
          ...(max === undefined ? {} : { max: localTime(max) }),
        },
      }}
    />
  );
};

/** A password field, hidden until the user reveals it. */
export const FormPassword = ({
  name,
  label,
  help,
  required = false,
  autoComplete,
}: FieldProps & { autoComplete: 'new-password' | 'current-password' }) => {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <TextField
      label={label}
      required={required}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      name={field.name}
      inputRef={field.ref}
      value={value ?? ''}
      onBlur={field.onBlur}
      onChange={field.onChange}
      error={fieldState.invalid}
      helperText={fieldText(fieldState.error?.message, help)}
      slotProps={{
        htmlInput: { spellCheck: false, autoCapitalize: 'none' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconAction
                edge="end"
                size="small"
                label={t('login.showPassword')}
                active={shown}
                icon={shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
                onClick={() => setShown(!shown)}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};

export interface Choice<V extends string | number> {
  value: V;
  label: string;
}

interface FormSelectProps extends FieldProps {
  choices: readonly Choice<string | number>[];
  /** Adds a first option that stores null. */
  noneLabel?: string;
  autoFocus?: boolean;
}

/** A selection of one of a few options. */
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
      helperText={fieldText(fieldState.error?.message, help)}
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

/** A selection of any number of options, by id. */
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
          helperText={fieldText(fieldState.error?.message, help)}
        />
      )}
    />
  );
};

/** A switch with a description beside it. */
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

/** A colour field, `#rrggbb`. */
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
      help={fieldText(fieldState.error?.message, help)}
    />
  );
};
