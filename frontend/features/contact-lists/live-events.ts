import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import * as z from 'zod';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const itemsInput = z.object({ query: z.object({ contactListId: z.int() }) });

/** Returns whether a query is for the contacts of a list. */
const isOf =
  (contactListId: number) =>
  (input: unknown): boolean =>
    itemsInput.safeParse(input).data?.query.contactListId === contactListId;

const reducers: LiveReducers<'contact-lists'> = {
  contactList: () => {
    invalidateSoon(contactListRoutes.list);
    invalidateSoon(contactListRoutes.listBrief);
    invalidateSoon(contactListRoutes.get);
  },
  // The counts of the list come with an event of the list.
  contactListItem: (_context, { params }) => invalidateSoon(contactListRoutes.listItems, isOf(params.listId)),
};

export default reducers;
