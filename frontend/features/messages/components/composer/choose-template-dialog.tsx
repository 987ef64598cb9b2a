import type { MessageTemplateView } from '@prosa/shared/contracts/message-templates.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import { useMemo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { formatBytes } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { exceededRoom } from '../../file-room.ts';
import { emptyFields, NO_VALUES, type TemplateFields, templateValuesSchema } from '../../template-values.ts';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateValueFields } from './template-value-fields.tsx';

const NOTHING_NEEDED = { header: false, file: null, place: false, body: [], buttons: [] };

/** What a list of templates offers for a use of them. */
interface Offer {
  connectionId: number;
  /** The recipient; undefined while none is chosen. */
  contactId: number | undefined;
  /** Returns why a template cannot be used here; undefined if it can. */
  refusal?: (template: MessageTemplateView) => string | undefined;
  /** Shown below the fields of the values. */
  valuesHelp?: string;
}

interface StepsProps extends Offer {
  template: MessageTemplateView | null;
  onTemplate: (template: MessageTemplateView | null) => void;
}

const Steps = ({ template, onTemplate, valuesHelp, ...offer }: StepsProps) => {
  const { reset } = useFormContext<TemplateFields>();
  const go = (to: MessageTemplateView | null) => {
    reset(to === null ? NO_VALUES : emptyFields(needsOf(to)));
    onTemplate(to);
  };
  return template === null ? (
    <TemplateChoice {...offer} onChoose={go} />
  ) : (
    <TemplateValueFields
      template={template}
      onBack={() => go(null)}
      {...(valuesHelp === undefined ? {} : { help: valuesHelp })}
    />
  );
};

interface ChooseTemplateDialogProps extends Offer {
  can: ChannelAbilities;
  title: string;
  submitLabel: string;
  failureText?: (error: unknown) => string | null;
  /** Uses the template with its values. A thrown error is shown; the dialog stays open. */
  onSubmit: (template: MessageTemplateView, fields: TemplateFields) => Promise<void>;
  onClose: () => void;
}

/** The dialog for using a message template: its choice, then its values beside the exact message. */
export const ChooseTemplateDialog = ({
  can,
  title,
  submitLabel,
  failureText = () => null,
  onSubmit,
  onClose,
  ...offer
}: ChooseTemplateDialogProps) => {
  const { t } = useTranslation(['messages', 'common']);
  const [template, setTemplate] = useState<MessageTemplateView | null>(null);
  const schema = useMemo(() => {
    const fileProblem = (file: File): string | undefined => {
      const room = exceededRoom(file, can);
      return room && t(`messages:attach.channelTakes.${room.kind}`, { limit: formatBytes(room.maxBytes) });
    };
    const needs = template === null ? NOTHING_NEEDED : needsOf(template);
    return templateValuesSchema(needs, t('common:field.required'), fileProblem);
  }, [template, can, t]);
  return (
    <FormDialog
      open
      width="wide"
      title={title}
      schema={schema}
      submitLabel={submitLabel}
      defaultValues={NO_VALUES}
      failureText={failureText}
      locked={template === null}
      onClose={onClose}
      onSubmit={async (fields) => {
        // Enter in the search field also submits the form.
        if (template !== null) await onSubmit(template, fields);
      }}
    >
      <Steps {...offer} template={template} onTemplate={setTemplate} />
    </FormDialog>
  );
};
