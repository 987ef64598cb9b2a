import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { queryClient, routeKey } from '../../lib/api/query.ts';

/** Refetches every list of columns after one of them was saved or deleted. */
export const refetchLanes = async (): Promise<void> => {
  await Promise.all(
    [kanbanRoutes.lanes, tagRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};
