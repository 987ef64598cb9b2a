import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { AssistantField } from '../../directory/components/assistant-field.tsx';
import { useAssistants } from '../../directory/hooks/use-assistants.ts';
import { LeaderStepForm } from '../components/leader-step-form.tsx';
import type { StepFormProps, StepKind } from './step-kind.ts';

const OpenaiForm = ({ data, onSave, ...dialog }: StepFormProps<'openai'>) => {
  const { t } = useTranslation('flows');
  return (
    <LeaderStepForm
      {...dialog}
      chosen={data.typebotIntegration}
      offered={useAssistants()}
      missing={t('openai.missing')}
      onSave={(typebotIntegration) => onSave({ typebotIntegration })}
    >
      <AssistantField
        name="leaderId"
        label={t('field.assistant')}
        help={t('field.assistantHelp')}
        noneLabel={t('field.noAssistant')}
        noneYet={t('field.noAssistants')}
      />
    </LeaderStepForm>
  );
};

export const openaiKind: StepKind<'openai'> = {
  Icon: AutoAwesomeOutlined,
  tone: 'success',
  Form: OpenaiForm,
};
