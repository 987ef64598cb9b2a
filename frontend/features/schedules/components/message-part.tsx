import type { ScheduleView } from '@prosa/shared/contracts/schedules.ts';
import type { ScheduledTemplate as Chosen } from '@prosa/shared/entities/schedule.ts';
import { SCHEDULE_PICTURE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import type { ScheduleFields } from '../schedule-form.ts';
import { useChosenConnection } from '../use-chosen-connection.ts';
import { type MediaChange, MediaField } from './media-field.tsx';
import { ScheduledTemplate, UseTemplate } from './scheduled-template.tsx';
import { type KnownWindow, WindowHint } from './window-hint.tsx';

const ChooseTemplateDialog = lazyPart(async () => ({
  default: (await import('../../messages/components/composer/choose-template-dialog.tsx'))
    .ChooseTemplateDialog,
}));

/** The placeholders that the values of a template may have, as a user writes them. */
const PLACEHOLDERS = FIELD_VARIABLES.schedule.body.map((name) => `{{${name}}}`).join(', ');

interface MessagePartProps {
  schedule: ScheduleView | undefined;
  /** The contact and connection, if the dialog opened on a ticket: only then the reply window is known. */
  known: KnownWindow | undefined;
  media: MediaChange;
  onMedia: (change: MediaChange) => void;
  locked: boolean;
}

/** What is sent and when: a text with a picture, or a template on a connection that has them. */
export const MessagePart = ({ schedule, known, media, onMedia, locked }: MessagePartProps) => {
  const { t } = useTranslation('schedules');
  const { setValue, getValues } = useFormContext<ScheduleFields>();
  const chosen: Chosen | null = useWatch<ScheduleFields, 'template'>({ name: 'template' });
  const connection = useChosenConnection();
  const [isChoosing, setChoosing] = useState(false);
  const [isWriting, setWriting] = useState(schedule === undefined && known !== undefined);
  const choose = () => setChoosing(true);
  const can = connection?.can;
  const offersTemplates = can?.templates === true && !locked;
  return (
    <>
      {chosen === null ? (
        <>
          <FormTemplate
            name="body"
            label={t('field.body')}
            required
            minRows={3}
            maxChars={TEXT_MAX}
            variables={FIELD_VARIABLES.schedule.body}
            autoFocus={isWriting}
          />
          {offersTemplates && <UseTemplate onClick={choose} />}
        </>
      ) : (
        connection !== undefined && (
          <ScheduledTemplate
            connectionId={connection.id}
            chosen={chosen}
            picture={media instanceof File ? media : null}
            savedText={schedule?.body ?? ''}
            locked={locked}
            onChange={choose}
            onWrite={() => {
              setValue('template', null, { shouldDirty: true });
              setWriting(true);
            }}
          />
        )
      )}
      <FormText name="sendAt" type="datetime-local" label={t('field.sendAt')} required />
      {chosen === null && (
        <>
          <WindowHint known={known} onTemplate={offersTemplates ? choose : undefined} />
          <FormSwitch name="assinar" label={t('field.sign')} help={t('field.signHelp')} />
          <MediaField current={schedule?.mediaName ?? null} change={media} onChange={onMedia} />
        </>
      )}
      {isChoosing && connection !== undefined && can !== undefined && (
        <Suspense fallback={null}>
          <ChooseTemplateDialog
            connectionId={connection.id}
            contactId={getValues('contactId')}
            can={{
              ...can,
              fileBytes: { ...can.fileBytes, image: SCHEDULE_PICTURE_MAX_BYTES },
            }}
            title={t('template.choose')}
            submitLabel={t('template.done')}
            refusal={(template) => {
              const { file } = needsOf(template);
              return file === null || file === 'image' ? undefined : t('template.pictureOnly');
            }}
            valuesHelp={t('template.placeholders', { variables: PLACEHOLDERS })}
            onSubmit={({ name, language }, { header, body, buttons, file }) => {
              const values = { header, body, buttons };
              setValue('template', { name, language, values }, { shouldDirty: true, shouldValidate: true });
              onMedia(file instanceof File ? file : 'keep');
              setChoosing(false);
              return Promise.resolve();
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
};
