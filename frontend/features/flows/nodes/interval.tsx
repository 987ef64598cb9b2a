import TimerOutlined from '@mui/icons-material/TimerOutlined';
import { useMemo } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { intervalForm } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const IntervalForm = ({ data, onSave, ...dialog }: StepFormProps<'interval'>) => {
  const { t } = useTranslation('flows');
  const schema = useMemo(() => intervalForm(t), [t]);
  return (
    <FormDialog
      open
      width="narrow"
      {...dialog}
      schema={schema}
      defaultValues={{ sec: data.sec === 0 ? null : data.sec }}
      onSubmit={async (fields) => onSave(fields)}
    >
      <FormText
        name="sec"
        type="number"
        label={t('field.sec')}
        help={t('field.secHelp')}
        required
        autoFocus
      />
    </FormDialog>
  );
};

export const intervalKind: StepKind<'interval'> = {
  Icon: TimerOutlined,
  tone: 'warning',
  Form: IntervalForm,
};
