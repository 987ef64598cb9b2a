import {
  contactFileRoutes,
  type ImportView,
  importedSheetSchema,
} from '@prosa/shared/contracts/contact-files.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** The user's own imports, newest first. */
export const importList = { ...routeQuery(contactFileRoutes.listImports, {}), staleTime: LIVE };

/** The routes of imports: into the company's contacts and into a contact list. */
export const IMPORT_ROUTES = [contactFileRoutes.listImports, contactListRoutes.listImports] as const;

/** Refetches the imports that screens show. */
export const refetchImports = async (): Promise<void> => {
  await Promise.all(IMPORT_ROUTES.map((row) => queryClient.invalidateQueries({ queryKey: routeKey(row) })));
};

/**
 * Fetches the rows of a parsed import. Its link expires soon; after a failure the import list is refetched for
 * another link.
 */
export const importedSheet = ({ id, rowsUrl }: Pick<ImportView, 'id' | 'rowsUrl'>) =>
  queryOptions({
    queryKey: ['importedSheet', id],
    queryFn: async ({ signal }) => {
      const answer = await fetch(rowsUrl ?? '', { signal });
      if (!answer.ok) {
        void refetchImports();
        throw new ApiError({ code: 'ERR_MEDIA_MISSING', status: answer.status });
      }
      return importedSheetSchema.parse(await answer.json());
    },
    enabled: rowsUrl !== null,
    staleTime: LIVE,
    meta: { silent: true },
  });
