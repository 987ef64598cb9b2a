import { type IntegrationView, integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { INTEGRATION_TYPES } from '@prosa/shared/entities/integration.ts';
import { useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchIntegrations } from '../../directory/integration-list.ts';
import { type IntegrationFields, integrationFormSchema, inWords, valuesOf } from '../integration-form.ts';
import { ServiceTest } from './service-test.tsx';
import { TypeFields } from './type-fields.tsx';

interface FieldsProps {
  integration: IntegrationView | null;
  onRotated: (version: number) => void;
}

const Fields = ({ integration, onRotated }: FieldsProps) => {
  const { t } = useTranslation('integrations');
  const type = useWatch<IntegrationFields, 'type'>({ name: 'type' });
  return (
    <>
      <FormText name="name" label={t('field.name')} help={t('field.nameHelp')} required autoFocus />
      <FormSelect
        name="type"
        label={t('field.type')}
        help={t(`typeHelp.${type}`)}
        disabled={integration !== null}
        choices={INTEGRATION_TYPES.map((each) => ({ value: each, label: t(`type.${each}`) }))}
      />
      <TypeFields key={type} type={type} integration={integration} onRotated={onRotated} />
      {type !== 'flowbuilder' && (
        <ServiceTest key={`test-${type}`} integrationId={integration?.id ?? null} type={type} />
      )}
    </>
  );
};

interface IntegrationDialogProps {
  /** null for a new one. */
  integration: IntegrationView | null;
  onClose: () => void;
}

/** The dialog for adding or changing an integration; its type is chosen once. */
export const IntegrationDialog = ({ integration, onClose }: IntegrationDialogProps) => {
  const { t } = useTranslation('integrations');
  const schema = useMemo(() => integrationFormSchema(t, integration), [t, integration]);
  const version = useRef(integration?.version);
  return (
    <FormDialog
      open
      title={integration === null ? t('newTitle') : t('editTitle', { name: integration.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={valuesOf(integration)}
      onClose={onClose}
      onSubmit={async (body) => {
        try {
          if (integration === null) await call(integrationRoutes.create, { body });
          else
            await call(integrationRoutes.update, {
              params: { id: integration.id },
              body: { ...body, version: version.current },
            });
        } catch (error) {
          throw inWords(error, t);
        }
        await refetchIntegrations();
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <Fields
        integration={integration}
        onRotated={(rotated) => {
          version.current = rotated;
        }}
      />
    </FormDialog>
  );
};
