import type { AssistantView } from '@prosa/shared/contracts/assistants.ts';
import { VOICES, WRITTEN } from '@prosa/shared/entities/assistant.ts';
import { keepsApiKey, keepsVoiceKey } from '@prosa/shared/rules/assistant-problems.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { FormMultiSelect, FormSelect, FormText } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueList } from '../../directory/queue-list.ts';
import type { AssistantFields } from '../assistant-form.ts';
import { voiceName } from '../voice-name.ts';
import { KeyField } from './key-field.tsx';
import { PromptField } from './prompt-field.tsx';

interface StoredProps {
  /** null for a new one. */
  assistant: AssistantView | null;
}

/** Its name, and the queues that get its conversations. */
export const GeneralFields = () => {
  const { t } = useTranslation('assistants');
  const { data: queues = [] } = useQuery(queueList);
  const queueId = useWatch<AssistantFields, 'queueId'>({ name: 'queueId' });
  const choices = queues.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FormText name="name" label={t('field.name')} help={t('field.nameHelp')} required autoFocus />
      <FormSelect
        name="queueId"
        label={t('field.queue')}
        help={queues.length === 0 ? t('field.noQueues') : t('field.queueHelp')}
        choices={choices}
        required
      />
      <FormMultiSelect
        name="queueIds"
        label={t('field.queues')}
        help={t('field.queuesHelp')}
        choices={choices.filter(({ value }) => value !== queueId)}
      />
    </>
  );
};

/** The assistant's instructions, and the text that tells contacts that a machine answers. */
export const InstructionFields = () => {
  const { t } = useTranslation('assistants');
  return (
    <>
      <PromptField />
      <FormText
        name="disclosure"
        label={t('field.disclosure')}
        help={t('field.disclosureHelp')}
        multiline
        minRows={2}
      />
    </>
  );
};

const NUMBERS = ['maxTokens', 'temperature', 'maxMessages'] as const;

/** The model that answers, and its limits. */
export const ModelFields = ({ assistant }: StoredProps) => {
  const { t } = useTranslation('assistants');
  const baseUrl = useWatch<AssistantFields, 'baseUrl'>({ name: 'baseUrl' });
  return (
    <>
      <FormText
        name="baseUrl"
        label={t('field.baseUrl')}
        help={t('field.baseUrlHelp')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <FormText
        name="model"
        label={t('field.model')}
        help={t('field.modelHelp')}
        autoComplete="off"
        required
      />
      <KeyField
        name="apiKey"
        label={t('field.apiKey')}
        last4={assistant?.apiKeyLast4 ?? ''}
        isKept={keepsApiKey({ baseUrl: baseUrl ?? '' }, assistant ?? undefined)}
        again={t('field.keyAgain')}
      />
      {NUMBERS.map((name) => (
        <FormText
          key={name}
          name={name}
          label={t(`field.${name}`)}
          help={t(`field.${name}Help`)}
          type="number"
          required
        />
      ))}
      <FormText
        name="monthlyTokens"
        label={t('field.monthlyTokens')}
        help={t('field.monthlyTokensHelp')}
        type="number"
      />
    </>
  );
};

/** How it hears voice messages, and whether it answers in voice messages. */
export const VoiceFields = ({ assistant }: StoredProps) => {
  const { t } = useTranslation('assistants');
  const voice = useWatch<AssistantFields, 'voice'>({ name: 'voice' });
  const voiceRegion = useWatch<AssistantFields, 'voiceRegion'>({ name: 'voiceRegion' });
  return (
    <>
      <FormText
        name="transcriptionModel"
        label={t('field.transcriptionModel')}
        help={t('field.transcriptionModelHelp')}
        autoComplete="off"
      />
      <FormSelect
        name="voice"
        label={t('field.voice')}
        help={t('field.voiceHelp')}
        choices={[
          { value: WRITTEN, label: t('field.written') },
          ...VOICES.map((each) => ({ value: each, label: voiceName(each) })),
        ]}
        required
      />
      {voice !== WRITTEN && (
        <>
          <FormText
            name="voiceRegion"
            label={t('field.voiceRegion')}
            help={t('field.voiceRegionHelp')}
            autoComplete="off"
            required
          />
          <KeyField
            name="voiceKey"
            label={t('field.voiceKey')}
            last4={assistant?.voiceKeyLast4 ?? ''}
            isKept={keepsVoiceKey({ voiceRegion: voiceRegion ?? '' }, assistant ?? undefined)}
            again={t('field.voiceKeyAgain')}
          />
        </>
      )}
    </>
  );
};
