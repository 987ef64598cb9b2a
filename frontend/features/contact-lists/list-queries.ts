import type { ImportView } from '@prosa/shared/contracts/contact-files.ts';
import { type ContactListView, contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Time for which an ended import is shown to a returning user. */
const SHOWN_MS = 60 * 60 * 1000;

/** Returns a contact list as an open screen shows it. */
const listedContactList = (id: number): ContactListView | undefined =>
  queryClient
    .getQueriesData<InfiniteData<ResponseOf<typeof contactListRoutes.list>>>({
      queryKey: routeKey(contactListRoutes.list),
    })
    .flatMap(([, pages]) => pages?.pages ?? [])
    .flatMap(({ records }) => records)
    .find((list) => list.id === id);

/** Query of a contact list; until it is loaded, the list as the screen of all lists shows it. */
export const contactList = (id: number) => ({
  ...routeQuery(contactListRoutes.get, { params: { id } }),
  placeholderData: () => listedContactList(id),
  meta: { silent: true },
});

/** Query of the user's own imports into a contact list, newest first. */
export const listImports = (id: number) => ({
  ...routeQuery(contactListRoutes.listImports, { params: { id } }),
  staleTime: LIVE,
  meta: { silent: true },
});

/** Returns the import to show: the newest one, unless the user closed it or it ended long ago. */
export const shownImport = (
  imports: readonly ImportView[] | undefined,
  closedId: string | null,
  nowMs: number,
): ImportView | undefined => {
  const newest = imports?.[0];
  if (newest === undefined || newest.id === closedId) return undefined;
  const isOver = newest.state === 'done' || newest.state === 'invalid';
  return isOver && nowMs - Date.parse(newest.createdAt) > SHOWN_MS ? undefined : newest;
};

/** Refetches the contact lists, and the shown list with its contacts. */
export const refetchContactLists = async (): Promise<void> => {
  await Promise.all(
    [
      contactListRoutes.list,
      contactListRoutes.listBrief,
      contactListRoutes.get,
      contactListRoutes.listItems,
    ].map((row) => queryClient.invalidateQueries({ queryKey: routeKey(row) })),
  );
};
