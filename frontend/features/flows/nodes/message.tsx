import ChatOutlined from '@mui/icons-material/ChatOutlined';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FormFlowText } from '../components/form-flow-text.tsx';
import { messageForm } from '../node-forms.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const MessageForm = ({ data, onSave, ...dialog }: StepFormProps<'message'>) => {
  const { t } = useTranslation('flows');
  return (
    <FormDialog
      open
      {...dialog}
      schema={messageForm}
      defaultValues={data}
      onSubmit={async (fields) => onSave(fields)}
    >
      <FormFlowText name="label" label={t('field.text')} autoFocus />
    </FormDialog>
  );
};

export const messageKind: StepKind<'message'> = {
  Icon: ChatOutlined,
  tone: 'info',
  Form: MessageForm,
};
