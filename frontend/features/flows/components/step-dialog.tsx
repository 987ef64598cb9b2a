import type { FlowNode } from '@prosa/shared/entities/flow.ts';
import type { ComponentType } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { STEP_KINDS } from '../nodes/step-kinds.ts';

interface StepDialogProps {
  node: FlowNode;
  isNew: boolean;
  onSave: (node: FlowNode) => void;
  onClose: () => void;
}

interface AnyForm {
  data: FlowNode['data'];
  title: string;
  submitLabel: string;
  onSave: (data: FlowNode['data']) => void;
  onClose: () => void;
}

/** The dialog of a node, by its type; nothing for a type without one. */
export const StepDialog = ({ node, isNew, onSave, onClose }: StepDialogProps) => {
  const { t } = useTranslation('flows');
  // Cast: the form is that of the node's type, so it takes and returns its data.
  const Form = STEP_KINDS[node.type].Form as ComponentType<AnyForm> | null;
  if (Form === null) return null;
  const step = t(`type.${node.type}`);
  return (
    <Form
      data={node.data}
      title={isNew ? t('step.newTitle', { step }) : t('step.editTitle', { step })}
      submitLabel={isNew ? t('step.add') : t('step.save')}
      onSave={(data) => {
        // Cast: the form returns data of the node's type.
        onSave({ ...node, data } as FlowNode);
        onClose();
      }}
      onClose={onClose}
    />
  );
};
