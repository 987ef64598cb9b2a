import type { TagView } from '@prosa/shared/contracts/tags.ts';
import { useCallback } from 'react';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

type Ruled = Pick<TagView, 'id' | 'timeLane' | 'nextLaneId'>;

/** Returns a function that says a column's time rule in words; empty for a column without one. */
export const useLaneRule = (lanes: readonly { id: number; name: string }[]) => {
  const { t } = useTranslation('kanban');
  return useCallback(
    ({ timeLane, nextLaneId }: Ruled): string => {
      const next = lanes.find(({ id }) => id === nextLaneId);
      return timeLane === 0 || next === undefined
        ? ''
        : t('rule', { count: timeLane, hours: formatNumber(timeLane), lane: next.name });
    },
    [lanes, t],
  );
};
