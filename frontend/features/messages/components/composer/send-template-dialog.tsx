import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { refetchTemplates } from '../../../directory/template-list.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useClientId, useSendFailure, useUploadedKey } from '../../hooks/use-sending.ts';
import { sendTemplate } from '../../template-values.ts';
import { ChooseTemplateDialog } from './choose-template-dialog.tsx';

/** The template is not what the list showed. */
const OUTDATED: ReadonlySet<string> = new Set(['ERR_NO_TEMPLATE_FOUND', 'ERR_TEMPLATE_STATE']);

interface SendTemplateDialogProps {
  ticket: TicketView;
  can: ChannelAbilities;
  onClose: () => void;
}

/** The dialog that sends a message template on a ticket. */
const SendTemplateDialog = ({ ticket, can, onClose }: SendTemplateDialogProps) => {
  const { t } = useTranslation('template-picker');
  const uploadedKey = useUploadedKey();
  const clientIdOf = useClientId();
  const failureText = useSendFailure();
  if (ticket.whatsappId === null) return null;
  return (
    <ChooseTemplateDialog
      connectionId={ticket.whatsappId}
      contactId={ticket.contactId}
      can={can}
      title={t('title')}
      submitLabel={t('send')}
      failureText={failureText}
      onClose={onClose}
      onSubmit={async (template, fields) => {
        try {
          const mediaKey = fields.file instanceof File ? await uploadedKey(fields.file) : null;
          const { file: _file, ...values } = fields;
          const clientId = clientIdOf([template.id, values, mediaKey]);
          const { messages } = await sendTemplate(ticket.id, clientId, template, fields, mediaKey);
          putMessages(queryClient, messages);
          onClose();
        } catch (error) {
          if (error instanceof ApiError && OUTDATED.has(error.code)) void refetchTemplates();
          throw error;
        }
      }}
    />
  );
};

export default SendTemplateDialog;
