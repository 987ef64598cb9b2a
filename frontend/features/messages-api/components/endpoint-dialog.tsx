import {
  type WebhookEndpointView,
  webhookEndpointInput,
  webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
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
  /** Called with the secret of a new webhook, after the dialog has closed. */
  onCreated: (secret: string) => void;
}

/** The dialog for adding or changing a webhook. */
export const EndpointDialog = ({ endpoint, onClose, onCreated }: EndpointDialogProps) => {
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
          onCreated(secret);
          return;
        }
        const { id, version } = endpoint;
        await call(webhookEndpointRoutes.update, { params: { id }, body: { ...body, version } });
        await refetchEndpoints();
        notifySuccess(t('webhook.saved'));
        onClose();
      }}
    >
      <FormText name="name" label={t('webhook.name')} required autoFocus />
      <FormText
        name="url"
        label={t('webhook.url')}
        help={t('webhook.urlHelp')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <EventChoice name="events" />
    </FormDialog>
  );
};
