import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import FormatListNumberedRounded from '@mui/icons-material/FormatListNumberedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { FLOW_OPTIONS_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { useFormState } from 'react-hook-form';
import type * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FormFlowText } from '../components/form-flow-text.tsx';
import { useFormRows } from '../hooks/use-form-rows.ts';
import { menuForm, nextOptionNumber } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

type MenuFields = z.input<typeof menuForm>;

/** The numbered options. A number is kept when others are removed, so that connections stay right. */
const Options = () => {
  const { t } = useTranslation('flows');
  const { t: tCommon } = useTranslation('common');
  const { rows, append, remove } = useFormRows<MenuFields['arrayOption'][number]>('arrayOption');
  const { isSubmitted } = useFormState();
  return (
    <Box
      role="group"
      aria-label={t('menu.options')}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <Typography variant="subtitle2" component="h3">
        {t('menu.options')}
      </Typography>
      {rows.map(({ number }, index) => (
        <Box key={number} sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <FormText
            name={`arrayOption.${index}.value`}
            label={t('menu.option', { number })}
            required
            autoFocus={index > 0 && index === rows.length - 1}
          />
          <IconAction
            label={t('menu.remove', { number })}
            icon={<DeleteOutlineRounded />}
            onClick={() => remove(index)}
            sx={{ marginTop: 5 }}
          />
        </Box>
      ))}
      {isSubmitted && rows.length === 0 && (
        <FormHelperText error role="alert">
          {tCommon('field.required')}
        </FormHelperText>
      )}
      <Button
        startIcon={<AddRounded />}
        disabled={rows.length >= FLOW_OPTIONS_MAX}
        onClick={() => append({ number: nextOptionNumber(rows), value: '' })}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('menu.add')}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('menu.help')}
      </Typography>
    </Box>
  );
};

const MenuForm = ({ data, onSave, ...dialog }: StepFormProps<'menu'>) => {
  const { t } = useTranslation('flows');
  return (
    <FormDialog
      open
      {...dialog}
      schema={menuForm}
      defaultValues={data}
      onSubmit={async (fields) => onSave(fields)}
    >
      <FormFlowText name="message" label={t('field.text')} autoFocus />
      <Options />
    </FormDialog>
  );
};

export const menuKind: StepKind<'menu'> = {
  Icon: FormatListNumberedRounded,
  tone: 'primary',
  Form: MenuForm,
};
