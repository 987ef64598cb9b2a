import Alert from '@mui/material/Alert';
import FormHelperText from '@mui/material/FormHelperText';
import type { IntegrationView } from '@prosa/shared/contracts/integrations.ts';
import { INTEGRATION_LANGUAGES, type IntegrationType } from '@prosa/shared/entities/integration.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import { useWatch } from 'react-hook-form';
import { FormSelect, FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FlowField } from '../../directory/components/flow-field.tsx';
import { type IntegrationFields, isTestAddress } from '../integration-form.ts';
import { AccountField } from './account-field.tsx';
import { SecretField } from './secret-field.tsx';

interface TypeFieldsProps {
  type: IntegrationType;
  /** null for a new one. */
  integration: IntegrationView | null;
  /** Called with the integration's new version after its secret has changed. */
  onRotated: (version: number) => void;
}

const AddressFields = ({ integration, onRotated }: Omit<TypeFieldsProps, 'type'>) => {
  const { t } = useTranslation('integrations');
  const url = useWatch<IntegrationFields, 'urlN8N'>({ name: 'urlN8N' });
  const isMoved =
    integration !== null &&
    foreignSecrets('integration', integration, { urlN8N: url ?? '' }).has('signingSecret');
  return (
    <>
      <FormText
        name="urlN8N"
        label={t('field.url')}
        help={t('field.urlHelp')}
        inputMode="url"
        autoComplete="off"
        required
      />
      {isTestAddress(url ?? '') && <Alert severity="warning">{t('testAddress')}</Alert>}
      {integration === null ? (
        <FormHelperText>{t('secret.later')}</FormHelperText>
      ) : (
        <SecretField integration={integration} isMoved={isMoved} onRotated={onRotated} />
      )}
    </>
  );
};

const DialogflowFields = ({ integration }: Pick<TypeFieldsProps, 'integration'>) => {
  const { t } = useTranslation('integrations');
  return (
    <>
      <FormText name="projectName" label={t('field.project')} autoComplete="off" required />
      <AccountField email={integration?.credentialsHint ?? ''} />
      <FormSelect
        name="language"
        label={t('field.language')}
        choices={INTEGRATION_LANGUAGES.map((language) => ({
          value: language,
          label: t(`language.${language}`),
        }))}
      />
    </>
  );
};

const TypebotFields = () => {
  const { t } = useTranslation('integrations');
  return (
    <>
      <FormText
        name="urlN8N"
        label={t('field.viewer')}
        help={t('field.viewerHelp')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <FormText
        name="typebotSlug"
        label={t('field.slug')}
        help={t('field.slugHelp')}
        autoComplete="off"
        required
      />
      <FormText
        name="typebotExpires"
        label={t('field.expires')}
        help={t('field.expiresHelp')}
        type="number"
      />
      <FormText name="typebotDelayMessage" label={t('field.delay')} type="number" />
      <FormText name="typebotKeywordFinish" label={t('field.finish')} help={t('field.finishHelp')} />
      <FormText name="typebotKeywordRestart" label={t('field.restart')} help={t('field.restartHelp')} />
      <FormText name="typebotRestartMessage" label={t('field.restartMessage')} multiline />
      <FormText
        name="typebotUnknownMessage"
        label={t('field.unknownMessage')}
        help={t('field.unknownMessageHelp')}
        multiline
      />
    </>
  );
};

/** The fields that an integration of a type has. */
export const TypeFields = ({ type, integration, onRotated }: TypeFieldsProps) => {
  const { t } = useTranslation('integrations');
  switch (type) {
    case 'n8n':
    case 'webhook':
      return <AddressFields integration={integration} onRotated={onRotated} />;
    case 'dialogflow':
      return <DialogflowFields integration={integration} />;
    case 'typebot':
      return <TypebotFields />;
    case 'flowbuilder':
      return <FlowField name="flowId" label={t('field.flow')} required />;
  }
};
