import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { IntegrationField } from '../../directory/components/integration-field.tsx';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import { LeaderStepForm } from '../components/leader-step-form.tsx';
import type { StepFormProps, StepKind } from './step-kind.ts';

const TypebotForm = ({ data, onSave, ...dialog }: StepFormProps<'typebot'>) => {
  const { t } = useTranslation('flows');
  return (
    <LeaderStepForm
      {...dialog}
      chosen={data.typebotIntegration}
      offered={useIntegrations()}
      missing={t('typebot.missing')}
      onSave={(typebotIntegration) => onSave({ typebotIntegration })}
    >
      <IntegrationField
        name="leaderId"
        label={t('field.integration')}
        help={t('field.integrationHelp')}
        noneLabel={t('field.noIntegration')}
        noneYet={t('field.noIntegrations')}
      />
    </LeaderStepForm>
  );
};

export const typebotKind: StepKind<'typebot'> = {
  Icon: SmartToyOutlined,
  tone: 'success',
  Form: TypebotForm,
};
