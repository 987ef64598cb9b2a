import { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of the names of the file lists, for administrators; live events keep it up to date. */
export const fileListNames = { ...routeQuery(fileListRoutes.listBrief, {}), staleTime: LIVE };

/** Refetches all queries of file lists after the user's own change. */
export const refreshFileLists = async (): Promise<void> => {
  await Promise.all(
    [fileListRoutes.list, fileListRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};
