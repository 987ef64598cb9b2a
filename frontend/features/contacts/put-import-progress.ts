import type { ImportView } from '@prosa/shared/contracts/contact-files.ts';
import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import { queryClient, routeKey } from '../../lib/api/query.ts';
import { IMPORT_ROUTES } from './import-list.ts';

/**
 * Updates an import's progress in the cache. When its state changed, the imports are refetched, because the event
 * lacks the other fields.
 */
export const putImportProgress = (progress: EventData<'contactImport'>['import']): void => {
  for (const row of IMPORT_ROUTES)
    for (const [key, present] of queryClient.getQueriesData<{ imports: ImportView[] }>({
      queryKey: routeKey(row),
    })) {
      const known = present?.imports.find(({ id }) => id === progress.id);
      if (known?.state !== progress.state) invalidateSoon(row);
      else if (known.version < progress.version)
        queryClient.setQueryData(key, {
          imports: present?.imports.map((each) => (each === known ? { ...known, ...progress } : each)),
        });
    }
};
