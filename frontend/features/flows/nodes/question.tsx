import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FormFlowText } from '../components/form-flow-text.tsx';
import { questionForm } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const QuestionForm = ({ data, onSave, ...dialog }: StepFormProps<'question'>) => {
  const { t } = useTranslation('flows');
  return (
    <FormDialog
      open
      {...dialog}
      schema={questionForm}
      defaultValues={data.typebotIntegration}
      onSubmit={async (fields) => onSave({ typebotIntegration: fields })}
    >
      <FormFlowText name="message" label={t('field.text')} autoFocus />
      <FormText name="answerKey" label={t('field.answerKey')} help={t('field.answerKeyHelp')} required />
    </FormDialog>
  );
};

export const questionKind: StepKind<'question'> = {
  Icon: HelpOutlineRounded,
  tone: 'primary',
  Form: QuestionForm,
};
