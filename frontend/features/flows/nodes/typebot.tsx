import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined';
import { useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { IntegrationField } from '../../directory/components/integration-field.tsx';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import type { StepFormProps, StepKind } from './step-kind.ts';

const TypebotForm = ({ data, onSave, ...dialog }: StepFormProps<'typebot'>) => {
  const { t } = useTranslation('flows');
  const { integrations = [] } = useIntegrations();
  const schema = useMemo(
    () =>
      z.object({
        integrationId: z
          .number()
          .nullable()
          .superRefine((id, { addIssue }) => {
            if (id === null) addIssue({ code: 'custom', message: t('typebot.missing') });
          }),
      }),
    [t],
  );
  return (
    <FormDialog
      open
      width="narrow"
      {...dialog}
      schema={schema}
      defaultValues={{ integrationId: data.typebotIntegration?.id ?? null }}
      onSubmit={async ({ integrationId: id }) => {
        const name = integrations.find((one) => one.id === id)?.name ?? data.typebotIntegration?.name ?? '';
        onSave({ typebotIntegration: id === null ? null : { id, name } });
      }}
    >
      <IntegrationField
        name="integrationId"
        label={t('field.integration')}
        help={t('field.integrationHelp')}
        noneLabel={t('field.noIntegration')}
        noneYet={t('field.noIntegrations')}
      />
    </FormDialog>
  );
};

export const typebotKind: StepKind<'typebot'> = {
  Icon: SmartToyOutlined,
  tone: 'success',
  Form: TypebotForm,
};
