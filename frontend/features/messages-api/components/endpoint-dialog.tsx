import {
  type WebhookEndpointView,
  webhookEndpointInput,
  webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import { useWatch } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchEndpoints } from '../endpoint-list.ts';
import { EventChoice } from './event-choice.tsx';

interface EndpointDialogProps {
  /** null for a new one. */
  endpoint: WebhookEndpointView | null;
  onClose: () => void;
  /** Called with the secret of a new webhook or address, after the dialog has closed. */
  onSecret: (secret: string) => void;
}

/** The address; for another one than the stored one it says that the webhook gets a new secret. */
const AddressField = ({ endpoint }: Pick<EndpointDialogProps, 'endpoint'>) => {
  const { t } = useTranslation('messages-api');
  const url = useWatch<{ url: string }, 'url'>({ name: 'url' });
  const isMoved =
    endpoint !== null && foreignSecrets('webhookEndpoint', endpoint, { url: url ?? '' }).has('secret');
  return (
    <FormText
      name="url"
      label={t('webhook.url')}
      help={t(isMoved ? 'webhook.urlMoved' : 'webhook.urlHelp')}
      inputMode="url"
      autoComplete="off"
      required
    />
  );
};

/** The dialog for adding or changing a webhook. */
export const EndpointDialog = ({ endpoint, onClose, onSecret }: EndpointDialogProps) => {
  const { t } = useTranslation('messages-api');
  return (
    <FormDialog
      open
      title={endpoint === null ? t('webhook.add') : t('webhook.editTitle', { name: endpoint.name })}
      schema={webhookEndpointInput}
      submitLabel={t('webhook.save')}
      defaultValues={{
        name: endpoint?.name ?? '',
        url: endpoint?.url ?? '',
        events: endpoint?.events ?? ['message.received', 'message.status'],
      }}
      onClose={onClose}
      onSubmit={async (body) => {
        if (endpoint === null) {
          const { secret } = await call(webhookEndpointRoutes.create, { body });
          await refetchEndpoints();
          onClose();
          onSecret(secret);
          return;
        }
        const { id, version } = endpoint;
        const { secret } = await call(webhookEndpointRoutes.update, {
          params: { id },
          body: { ...body, version },
        });
        await refetchEndpoints();
        notifySuccess(t('webhook.saved'));
        onClose();
        if (secret !== undefined) onSecret(secret);
      }}
    >
      <FormText name="name" label={t('webhook.name')} required autoFocus />
      <AddressField endpoint={endpoint} />
      <EventChoice name="events" />
    </FormDialog>
  );
};
