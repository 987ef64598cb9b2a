import CallSplitRounded from '@mui/icons-material/CallSplitRounded';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { CONDITION_OPERATORS } from '@prosa/shared/flow-nodes/condition.ts';
import { use } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { useChoiceTexts } from '../../../components/use-choice-texts.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { AnswerKeys } from '../hooks/flow-variables.ts';
import { conditionForm, needsValue } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

/** The variable to compare: one of the flow's answers, or any other name. */
const KeyField = () => {
  const { t } = useTranslation('flows');
  const texts = useChoiceTexts();
  const { field, fieldState } = useController({ name: 'key' });
  const value: unknown = field.value;
  return (
    <Autocomplete
      freeSolo
      openOnFocus
      options={[...use(AnswerKeys)]}
      inputValue={typeof value === 'string' ? value : ''}
      onInputChange={(_event, text) => field.onChange(text)}
      onBlur={field.onBlur}
      {...texts}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus
          label={t('field.key')}
          required
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? t('field.keyHelp')}
        />
      )}
    />
  );
};

const ValueField = () => {
  const { t } = useTranslation('flows');
  const operator: unknown = useWatch({ name: 'operator' });
  return typeof operator === 'string' && needsValue(operator) ? (
    <FormText name="value" label={t('field.value')} help={t('field.valueHelp')} required />
  ) : null;
};

const ConditionForm = ({ data, onSave, ...dialog }: StepFormProps<'condition'>) => {
  const { t } = useTranslation('flows');
  return (
    <FormDialog
      open
      {...dialog}
      schema={conditionForm}
      defaultValues={data}
      onSubmit={async (fields) => onSave(needsValue(fields.operator) ? fields : { ...fields, value: '' })}
    >
      <KeyField />
      <FormSelect
        name="operator"
        label={t('field.operator')}
        choices={CONDITION_OPERATORS.map((operator) => ({
          value: operator,
          label: t(`operator.${operator}`),
        }))}
        required
      />
      <ValueField />
    </FormDialog>
  );
};

export const conditionKind: StepKind<'condition'> = {
  Icon: CallSplitRounded,
  tone: 'warning',
  Form: ConditionForm,
};
