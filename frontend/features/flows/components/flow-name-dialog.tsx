import { FLOW_NAME_CHARS, type FlowView, flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { useMemo } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refreshFlows } from '../flow-queries.ts';

interface FlowNameDialogProps {
  flow: FlowView | null;
  onSaved: (flow: FlowView) => void;
  onClose: () => void;
}

/** The dialog that names a new flow, or renames one. */
export const FlowNameDialog = ({ flow, onSaved, onClose }: FlowNameDialogProps) => {
  const { t } = useTranslation('flows');
  const schema = useMemo(
    () =>
      z.object({
        name: z
          .string()
          .trim()
          .superRefine((name, { addIssue }) => {
            const say = (message: string) => addIssue({ code: 'custom', message });
            if (name === '') say(t('name.missing'));
            else if (name.length < FLOW_NAME_CHARS.min) say(t('name.tooShort'));
            else if (name.length > FLOW_NAME_CHARS.max) say(t('name.tooLong'));
          }),
      }),
    [t],
  );
  return (
    <FormDialog
      open
      width="narrow"
      title={flow === null ? t('name.newTitle') : t('name.editTitle')}
      schema={schema}
      submitLabel={flow === null ? t('name.create') : t('name.save')}
      defaultValues={{ name: flow?.name ?? '' }}
      onClose={onClose}
      onSubmit={async ({ name }) => {
        const saved =
          flow === null
            ? await call(flowRoutes.create, { body: { name } })
            : await call(flowRoutes.update, { body: { flowId: flow.id, name } });
        await refreshFlows();
        onSaved(saved);
        onClose();
      }}
    >
      <FormText name="name" label={t('name.label')} required autoFocus />
    </FormDialog>
  );
};
