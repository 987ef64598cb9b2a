import type { BodyInput } from '@prosa/shared/contracts/route.ts';
import { LANE_GREETING_CHARS, type TagView, tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { colorSchema } from '@prosa/shared/entities/common.ts';
import { TAG_MIN_CHARS } from '@prosa/shared/entities/tag.ts';
import { makesLaneLoop } from '@prosa/shared/rules/lane-loop.ts';
import type { TFunction } from 'i18next';
import * as z from 'zod';

const NEW_ID = 0;

/**
 * Returns the schema of a column's dialog, with translated error messages.
 * @param id the column to change; null for a new one
 */
export const laneFormSchema = (
  id: number | null,
  lanes: readonly Pick<TagView, 'id' | 'timeLane' | 'nextLaneId'>[],
  t: TFunction<'kanban'>,
) =>
  z
    .object({
      name: z.string(),
      color: colorSchema,
      timeLane: tagRoutes.create.body.shape.timeLane,
      nextLaneId: z.int().nullable(),
      rollbackLaneId: z.int().nullable(),
      greetingMessageLane: z.string().max(LANE_GREETING_CHARS),
    })
    .superRefine(({ name, timeLane, nextLaneId }, { addIssue }) => {
      const { length } = name.trim();
      if (length < TAG_MIN_CHARS)
        addIssue({
          code: 'custom',
          path: ['name'],
          message: length === 0 ? t('field.required') : t('field.nameTooShort'),
        });
      if (makesLaneLoop({ id: id ?? NEW_ID, timeLane, nextLaneId }, lanes))
        addIssue({ code: 'custom', path: ['nextLaneId'], message: t('field.loop') });
    });
export type LaneFields = z.output<ReturnType<typeof laneFormSchema>>;

/** Returns the request body that saves a column. */
export const laneBody = (fields: LaneFields): BodyInput<typeof tagRoutes.create> => ({
  ...fields,
  kanban: 1,
});
