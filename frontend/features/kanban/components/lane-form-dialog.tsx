import type { LaneView } from '@prosa/shared/contracts/kanban.ts';
import { LANE_GREETING_CHARS, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { FIELD_VARIABLES } from '@prosa/shared/rules/template-variables.ts';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormColor, FormSelect, FormText } from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { randomColor } from '../../../lib/screen/random-color.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { laneBody, laneFormSchema } from '../lane-form.ts';
import { refetchLanes } from '../refetch-lanes.ts';

interface LaneFormDialogProps {
  /** The column to change; null for a new one. */
  lane: LaneView | null;
  lanes: readonly LaneView[];
  onClose: () => void;
}

/** The dialog for adding or changing a column of the board, with its rules. */
export const LaneFormDialog = ({ lane, lanes, onClose }: LaneFormDialogProps) => {
  const { t } = useTranslation('kanban');
  const [color] = useState(() => lane?.color ?? randomColor());
  const schema = useMemo(() => laneFormSchema(lane?.id ?? null, lanes, t), [lane, lanes, t]);
  const others = lanes
    .filter(({ id }) => id !== lane?.id)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      open
      title={lane === null ? t('newTitle') : t('editTitle', { name: lane.name })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        name: lane?.name ?? '',
        color,
        timeLane: lane?.timeLane ?? 0,
        nextLaneId: lane?.nextLaneId ?? null,
        rollbackLaneId: lane?.rollbackLaneId ?? null,
        greetingMessageLane: lane?.greetingMessageLane ?? '',
      }}
      onClose={onClose}
      onSubmit={async (fields) => {
        const body = laneBody(fields);
        if (lane === null) await call(tagRoutes.create, { body });
        else await call(tagRoutes.update, { params: { id: lane.id }, body });
        notifySuccess(t('saved'));
        await refetchLanes();
        onClose();
      }}
    >
      <FormText name="name" label={t('field.name')} required autoFocus />
      <FormColor name="color" label={t('field.color')} required />
      <FormText
        name="timeLane"
        type="number"
        inputMode="decimal"
        label={t('field.time')}
        help={t('field.timeHelp')}
      />
      <FormSelect
        name="nextLaneId"
        label={t('field.next')}
        help={t('field.nextHelp')}
        noneLabel={t('none')}
        choices={others}
      />
      <FormSelect
        name="rollbackLaneId"
        label={t('field.rollback')}
        help={t('field.rollbackHelp')}
        noneLabel={t('none')}
        choices={others}
      />
      <FormTemplate
        name="greetingMessageLane"
        label={t('field.greeting')}
        help={t('field.greetingHelp')}
        maxChars={LANE_GREETING_CHARS}
        variables={FIELD_VARIABLES.lane.greetingMessageLane}
      />
    </FormDialog>
  );
};
