import MenuItem from '@mui/material/MenuItem';
import { useController } from 'react-hook-form';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useIntegrations } from '../hooks/use-integrations.ts';

interface IntegrationFieldProps {
  /** Dot path of the field in the form's values. The value is the integration's id, or null. */
  name: string;
  label: string;
  help?: string;
  noneLabel: string;
  /** Help while the company has no integrations. */
  noneYet: string;
  /** For users who may not choose: the label of a stored integration, and the help. */
  kept?: { label: string; help: string };
}

/**
 * A selection of one integration. Without the plan's feature there is no field; a user who may not list integrations
 * sees whether there is one. Both keep the stored value.
 */
export const IntegrationField = ({ name, label, help, noneLabel, noneYet, kept }: IntegrationFieldProps) => {
  const { t } = useTranslation('common');
  const { field, fieldState } = useController({ name });
  const { isInPlan, mayChoose, integrations } = useIntegrations();
  if (!isInPlan) return null;
  const value: unknown = field.value;
  const id = typeof value === 'number' ? value : null;
  const isUnknown = id !== null && integrations?.some((one) => one.id === id) !== true;
  const isEmpty = integrations?.length === 0;
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
      helperText={fieldState.error?.message ?? (mayChoose ? helpText : kept?.help)}
    >
      <MenuItem value="">{noneLabel}</MenuItem>
      {isUnknown && <MenuItem value={id}>{mayChoose ? t('loading') : kept?.label}</MenuItem>}
      {integrations?.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {one.name}
        </MenuItem>
      ))}
    </SelectField>
  );
};
