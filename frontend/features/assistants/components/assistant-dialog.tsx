import { type AssistantView, assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DialogSections } from '../../../components/dialog-sections.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchAssistants } from '../../directory/assistant-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import {
  assistantFormSchema,
  inWords,
  SECTIONS,
  type Section,
  valuesOf,
  withExistingQueues,
} from '../assistant-form.ts';
import { AssistantTest } from './assistant-test.tsx';
import { KnowledgeFields } from './knowledge-fields.tsx';
import { GeneralFields, InstructionFields, ModelFields, VoiceFields } from './section-fields.tsx';

interface AssistantDialogProps {
  /** null for a new one. */
  assistant: AssistantView | null;
  onClose: () => void;
}

/** The dialog for adding or changing an assistant, with a panel that asks it a question before it is saved. */
export const AssistantDialog = ({ assistant, onClose }: AssistantDialogProps) => {
  const { t } = useTranslation('assistants');
  const [section, setSection] = useState<Section>('general');
  const { data: queues } = useQuery(queueList);
  const schema = useMemo(() => assistantFormSchema(t, assistant), [t, assistant]);
  const shows = (id: Section) => ({ shown: section === id, onProblem: () => setSection(id) });
  return (
    <FormDialog
      open
      title={assistant === null ? t('newTitle') : t('editTitle', { name: assistant.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={valuesOf(assistant)}
      aside={{
        label: t('test.action'),
        content: (
          <AssistantTest
            id={assistant?.id ?? null}
            draftOf={(values) => {
              const { data } = schema.safeParse(values);
              return data === undefined ? undefined : withExistingQueues(data, queues);
            }}
            onProblem={setSection}
          />
        ),
      }}
      onClose={onClose}
      onSubmit={async (values) => {
        const body = withExistingQueues(values, queues);
        try {
          if (assistant === null) await call(assistantRoutes.create, { body });
          else
            await call(assistantRoutes.update, {
              params: { id: assistant.id },
              body: { ...body, version: assistant.version },
            });
        } catch (error) {
          throw inWords(error, t);
        }
        await refetchAssistants();
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <DialogSections
        label={t('sections')}
        sections={SECTIONS.map((id) => ({ id, label: t(`section.${id}`) }))}
        shown={section}
        onChoose={setSection}
      />
      <FormPart {...shows('general')}>
        <GeneralFields />
      </FormPart>
      <FormPart {...shows('instructions')}>
        <InstructionFields />
      </FormPart>
      <FormPart {...shows('knowledge')}>
        <KnowledgeFields />
      </FormPart>
      <FormPart {...shows('model')}>
        <ModelFields assistant={assistant} />
      </FormPart>
      <FormPart {...shows('voice')}>
        <VoiceFields assistant={assistant} />
      </FormPart>
    </FormDialog>
  );
};
