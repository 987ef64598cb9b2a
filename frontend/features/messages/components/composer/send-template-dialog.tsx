import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { queryClient } from '../../../../lib/api/query.ts';
import { formatBytes } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { refetchTemplates } from '../../../directory/template-list.ts';
import { putMessages } from '../../apply-message-event.ts';
import { exceededRoom } from '../../file-room.ts';
import { useClientId, useSendFailure, useUploadedKey } from '../../hooks/use-sending.ts';
import {
  emptyFields,
  NO_VALUES,
  sendTemplate,
  type TemplateFields,
  templateValuesSchema,
} from '../../template-values.ts';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateValueFields } from './template-value-fields.tsx';

const NOTHING_NEEDED = { header: false, file: null, place: false, body: [], buttons: [] };
/** The template is not what the list showed. */
const OUTDATED: ReadonlySet<string> = new Set(['ERR_NO_TEMPLATE_FOUND', 'ERR_TEMPLATE_STATE']);

interface StepsProps {
  connectionId: number;
  template: MessageTemplateView | null;
  onTemplate: (template: MessageTemplateView | null) => void;
}

const Steps = ({ connectionId, template, onTemplate }: StepsProps) => {
  const { reset } = useFormContext<TemplateFields>();
  const go = (to: MessageTemplateView | null) => {
    reset(to === null ? NO_VALUES : emptyFields(needsOf(to)));
    onTemplate(to);
  };
  return template === null ? (
    <TemplateChoice connectionId={connectionId} onChoose={go} />
  ) : (
    <TemplateValueFields template={template} onBack={() => go(null)} />
  );
};

interface SendTemplateDialogProps {
  ticket: TicketView;
  can: ChannelAbilities;
  onClose: () => void;
}

/** The dialog that sends a message template: its choice, then its values beside the exact message. */
const SendTemplateDialog = ({ ticket, can, onClose }: SendTemplateDialogProps) => {
  const { t } = useTranslation(['template-picker', 'messages', 'common']);
  const [template, setTemplate] = useState<MessageTemplateView | null>(null);
  const uploadedKey = useUploadedKey();
  const clientIdOf = useClientId();
  const failureText = useSendFailure();
  const schema = useMemo(() => {
    const fileProblem = (file: File): string | undefined => {
      const room = exceededRoom(file, can);
      return room && t(`messages:attach.channelTakes.${room.kind}`, { limit: formatBytes(room.maxBytes) });
    };
    const needs = template === null ? NOTHING_NEEDED : needsOf(template);
    return templateValuesSchema(needs, t('common:field.required'), fileProblem);
  }, [template, can, t]);
  if (ticket.whatsappId === null) return null;
  return (
    <FormDialog
      open
      width="wide"
      title={t('title')}
      schema={schema}
      submitLabel={t('send')}
      defaultValues={NO_VALUES}
      failureText={failureText}
      locked={template === null}
      onClose={onClose}
      onSubmit={async (fields) => {
        // Enter in the search field also submits the form.
        if (template === null) return;
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
    >
      <Steps connectionId={ticket.whatsappId} template={template} onTemplate={setTemplate} />
    </FormDialog>
  );
};

export default SendTemplateDialog;
