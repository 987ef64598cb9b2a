import MenuItem from '@mui/material/MenuItem';
import { useController } from 'react-hook-form';
import { fieldText } from '../../../components/field-column.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** What a field offers, by name. */
export interface Offered {
  /** Whether the company's plan has the feature. */
  isInPlan: boolean;
  /** Whether the user may list, and so choose, the items. */
  mayChoose: boolean;
  /** undefined until they are loaded, and for users who may not choose. */
  items: readonly { id: number; name: string }[] | undefined;
}

export interface OfferedFieldProps {
  /** Dot path of the field in the form's values. The value is the item's id, or null. */
  name: string;
  label: string;
  help?: string;
  noneLabel: string;
  /** Help while the company has no items. */
  noneYet: string;
  /** For users who may not choose: the label of a stored item, and the help. */
  kept?: { label: string; help: string };
}

/**
 * A selection of one item of a feature of the plan. Without the feature there is no field; a user who may not list the
 * items sees whether one is chosen. Both keep the stored value.
 */
export const OfferedField = ({
  name,
  label,
  help,
  noneLabel,
  noneYet,
  kept,
  offered: { isInPlan, mayChoose, items },
}: OfferedFieldProps & { offered: Offered }) => {
  const { t } = useTranslation('common');
  const { field, fieldState } = useController({ name });
  if (!isInPlan) return null;
  const value: unknown = field.value;
  const id = typeof value === 'number' ? value : null;
  const isUnknown = id !== null && items?.some((one) => one.id === id) !== true;
  const unknownLabel = items === undefined ? t('loading') : t('removedChoice');
  const isEmpty = items?.length === 0;
  const helpText = isEmpty ? noneYet : help;
  return (
    <SelectField
      label={label}
      disabled={!mayChoose || (isEmpty && id === null)}
      name={field.name}
      inputRef={field.ref}
      value={id ?? ''}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value === '' ? null : Number(event.target.value))}
      error={fieldState.invalid}
      helperText={fieldText(fieldState.error?.message, mayChoose ? helpText : kept?.help)}
    >
      <MenuItem value="">{noneLabel}</MenuItem>
      {isUnknown && <MenuItem value={id}>{mayChoose ? unknownLabel : kept?.label}</MenuItem>}
      {items?.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </SelectField>
  );
};
