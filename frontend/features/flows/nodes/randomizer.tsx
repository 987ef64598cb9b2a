import ShuffleRounded from '@mui/icons-material/ShuffleRounded';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { useController } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { percentForm } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const STEP = 10;
const FULL = 100;

const PercentField = () => {
  const { t } = useTranslation('flows');
  const labelId = useId();
  const { field, fieldState } = useController({ name: 'percent' });
  const percent = Number(field.value);
  const shown = (value: number) => t('percent', { percent: formatNumber(value) });
  return (
    <Box>
      <Typography id={labelId} variant="body2" sx={{ fontWeight: 'fontWeightMedium' }}>
        {t('field.percent')}
      </Typography>
      <Box sx={{ paddingInline: 3 }}>
        <Slider
          aria-labelledby={labelId}
          value={percent}
          step={STEP}
          min={0}
          max={FULL}
          marks
          valueLabelDisplay="auto"
          valueLabelFormat={shown}
          getAriaValueText={shown}
          onChange={(_event, value) => field.onChange(value)}
          onBlur={field.onBlur}
        />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('field.percentHelp', { a: shown(percent), b: shown(FULL - percent) })}
      </Typography>
      {fieldState.error?.message !== undefined && (
        <FormHelperText error role="alert">
          {fieldState.error.message}
        </FormHelperText>
      )}
    </Box>
  );
};

const RandomizerForm = ({ data, onSave, ...dialog }: StepFormProps<'randomizer'>) => {
  const { t } = useTranslation('flows');
  const schema = useMemo(() => percentForm(t), [t]);
  return (
    <FormDialog
      open
      width="narrow"
      {...dialog}
      schema={schema}
      defaultValues={data}
      onSubmit={async (fields) => onSave(fields)}
    >
      <PercentField />
    </FormDialog>
  );
};

export const randomizerKind: StepKind<'randomizer'> = {
  Icon: ShuffleRounded,
  tone: 'warning',
  Form: RandomizerForm,
};
