import MicNoneRounded from '@mui/icons-material/MicNoneRounded';
import { FormSwitch } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FileStepForm } from '../components/file-step-form.tsx';
import type { StepFormProps, StepKind } from './step-kind.ts';

const AudioForm = ({ data, onSave, ...dialog }: StepFormProps<'audio'>) => {
  const { t } = useTranslation('flows');
  return (
    <FileStepForm {...dialog} kind="audio" url={data.url} record={data.record} onSave={onSave}>
      <FormSwitch name="record" label={t('field.record')} help={t('field.recordHelp')} />
    </FileStepForm>
  );
};

export const audioKind: StepKind<'audio'> = {
  Icon: MicNoneRounded,
  tone: 'info',
  Form: AudioForm,
};
