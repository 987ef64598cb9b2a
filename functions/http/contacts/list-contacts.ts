import { CONTACTS_PER_PAGE, type contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { parseSearch } from '../../domain/search/parse-search.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import { openTable, type Page, type Table } from '../../platform/table/table.ts';
import { readContactTokens } from '../../repositories/contact-search.ts';
import type { ContactRow } from '../../repositories/contacts.ts';
import { viewContact } from './change-contact.ts';

type Query = HandlerContext<typeof contactRoutes.list>['query'];

/** Each found contact is read by its key, at half a read unit. */
const CONTACTS_PER_SEARCH_PAGE = 16;

const filterOf =
  (query: Query) =>
  (contact: ContactRow): boolean =>
    (query.channel === undefined || contact.channel === query.channel) &&
    (query.isGroup === undefined || contact.isGroup === query.isGroup) &&
    (query.contactTag.length === 0 || contact.tags.some((tag) => query.contactTag.includes(tag.id)));

const byName = (table: Table, query: Query, after: string | undefined): Promise<Page<ContactRow>> =>
  table.query(Contact, {
    index: 'g1',
    pk: keys.contactByName({ normalizedName: '', id: 0 }).pk,
    ...(after === undefined ? {} : { after }),
    limit: CONTACTS_PER_PAGE,
    lookAhead: true,
    // One more tells whether there are more.
    maxExamined: CONTACTS_PER_PAGE + 1,
    filter: filterOf(query),
  });

const bySearch = async (
  table: Table,
  query: Query,
  after: string | undefined,
  hidesNumbers: boolean,
): Promise<Page<ContactRow>> => {
  const search = parseSearch(query.searchParam);
  if (search === undefined) return { rows: [] };
  const found = await readContactTokens(table, search, {
    after,
    limit: CONTACTS_PER_SEARCH_PAGE,
    hidesNumbers,
    filter: (token) => query.isGroup === undefined || token.isGroup === query.isGroup,
  });
  const contacts = await table.getMany(
    Contact,
    found.rows.map(({ contactId }) => ({ id: contactId })),
  );
  const rows = contacts.filter((contact) => contact !== undefined).filter(filterOf(query));
  return found.next === undefined ? { rows } : { rows, next: found.next };
};

/** Contacts by name, one call; or those whose name or number has every word, two calls: tokens, then contacts. */
export const listContacts = async ({ principal, query }: HandlerContext<typeof contactRoutes.list>) => {
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'contacts', filters, { cursor, pageNumber });
  const table = openTable(principal.companyId);
  const searched = query.searchParam.trim() !== '';
  const page = searched
    ? await bySearch(
        table,
        query,
        paging.position,
        hidesNumbers(principal.directory.settings, principal.user),
      )
    : await byName(table, query, paging.position);
  const contacts = page.rows.map((contact) => viewContact(contact, principal));
  // By what is shown of the names: a hidden number orders nothing.
  if (searched) contacts.sort((a, b) => a.name.localeCompare(b.name, 'pt') || a.id - b.id);
  return {
    contacts,
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
