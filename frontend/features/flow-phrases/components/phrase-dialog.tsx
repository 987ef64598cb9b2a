import { type FlowPhraseView, flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import { FLOW_NAME_CHARS } from '@prosa/shared/contracts/flows.ts';
import { PHRASE_MATCHES } from '@prosa/shared/entities/flow.ts';
import { FLOW_PHRASE_CHARS } from '@prosa/shared/rules/flow-limits.ts';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FlowField } from '../../directory/components/flow-field.tsx';
import { connectionList } from '../../directory/connection-list.ts';
import { refreshPhrases } from '../phrase-queries.ts';

const schema = z.object({
  name: z.string().trim().min(FLOW_NAME_CHARS.min).max(FLOW_NAME_CHARS.max),
  flowId: z
    .number()
    .nullable()
    .refine((id) => id !== null, { params: { kind: 'missing' } }),
  whatsappId: z.number().nullable(),
  phrase: z.string().trim().min(FLOW_PHRASE_CHARS.min).max(FLOW_PHRASE_CHARS.max),
  match: z.enum(PHRASE_MATCHES),
  status: z.boolean(),
});

interface PhraseDialogProps {
  phrase: FlowPhraseView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a phrase that starts a flow. */
export const PhraseDialog = ({ phrase, onClose }: PhraseDialogProps) => {
  const { t } = useTranslation('flow-phrases');
  const { t: tConnections } = useTranslation('connections');
  const { data: connections = [] } = useQuery(connectionList);
  return (
    <FormDialog
      open
      title={phrase === null ? t('newTitle') : t('editTitle')}
      schema={schema}
      submitLabel={phrase === null ? t('create') : t('save')}
      defaultValues={{
        name: phrase?.name ?? '',
        flowId: phrase?.flow?.id ?? null,
        whatsappId: phrase?.whatsappId ?? null,
        phrase: phrase?.phrase ?? '',
        match: phrase?.match ?? 'contains',
        status: phrase?.status ?? true,
      }}
      onClose={onClose}
      onSubmit={async ({ flowId, ...fields }) => {
        const body = { ...fields, flowId: flowId ?? 0 };
        if (phrase === null) await call(flowPhraseRoutes.createPhrase, { body });
        else await call(flowPhraseRoutes.updatePhrase, { body: { id: phrase.id, ...body } });
        await refreshPhrases();
        notifySuccess(phrase === null ? t('created') : t('changed'));
        onClose();
      }}
    >
      <FormText name="name" label={t('field.name')} help={t('field.nameHelp')} required autoFocus />
      <FlowField name="flowId" label={t('field.flow')} required current={phrase?.flow ?? null} />
      <FormSelect
        name="whatsappId"
        label={t('field.connection')}
        noneLabel={t('everyConnection')}
        choices={connections.map(({ id, name, status }) => ({
          value: id,
          label: `${name} · ${tConnections(`status.${status}`)}`,
        }))}
      />
      <FormText name="phrase" label={t('field.phrase')} help={t('field.phraseHelp')} required />
      <FormSelect
        name="match"
        label={t('field.match')}
        choices={PHRASE_MATCHES.map((match) => ({ value: match, label: t(`match.${match}`) }))}
      />
      <FormSwitch name="status" label={t('field.status')} help={t('field.statusHelp')} />
    </FormDialog>
  );
};
