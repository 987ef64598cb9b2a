import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { routeQuery } from '../../lib/query.ts';

/** The tags of contacts, for all who show them. No event tells of a new one: whoever adds it marks this stale. */
export const tagList = routeQuery(contactRoutes.listTags, { query: { kanban: 0 } });
