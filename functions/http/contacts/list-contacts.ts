import type { ContactView, contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { CONTACTS_COUNTED, CONTACTS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { viewContacts } from '../../conversations/change-contact.ts';
import { readTaggedContacts } from '../../conversations/follow-tag.ts';
import { makeCountedPlace, readCountedPlace } from '../../domain/counted-place.ts';
import { parseSearch } from '../../domain/search/parse-search.ts';
import { mergeRuns } from '../../domain/tickets/merge-runs.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { Contact } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import { openTable, type Page, type Table } from '../../platform/table/table.ts';
import { readContactTokens } from '../../repositories/contacts/contact-search.ts';
import type { ContactRow } from '../../repositories/contacts/contacts.ts';

type Query = Pick<
  HandlerContext<typeof contactRoutes.list>['query'],
  'searchParam' | 'channel' | 'isGroup' | 'contactTag'
>;

/** Each contact found is read by its key, at half a read unit. */
const CONTACTS_PER_SEARCH_PAGE = 16;

/** Maximum of tags that are queried one by one. With more tags, contacts are read by name and filtered. */
const TAG_RUNS_MAX = 10;

const filterOf =
  (query: Query) =>
  (contact: ContactRow): boolean =>
    // The index of words or tags may be stale after a merge.
    contact.mergedInto === null &&
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
    // One contact more than a page tells whether there is another page.
    maxExamined: CONTACTS_PER_PAGE + 1,
    filter: filterOf(query),
  });

/**
 * Returns a page of contacts with any of the given tags, by name: one query for each tag, then the contacts of the
 * page.
 */
const byTags = async (table: Table, query: Query, after: string | undefined): Promise<Page<ContactRow>> => {
  const limit = CONTACTS_PER_SEARCH_PAGE;
  const runs = await Promise.all(
    query.contactTag.map((tagId) => readTaggedContacts(table, tagId, { after, limit })),
  );
  const found = mergeRuns(
    runs,
    ({ normalizedName, contactId }) => placeOf(normalizedName, contactId),
    'asc',
    limit,
  );
  const contacts = await table.getMany(
    Contact,
    found.rows.map(({ contactId }) => ({ id: contactId })),
  );
  const rows = contacts.filter((contact) => contact !== undefined).filter(filterOf(query));
  return found.next === undefined ? { rows } : { rows, next: found.next };
};
const placeOf = (normalizedName: string, contactId: number): string =>
  keys.taggedContactByName({ tagId: 0, normalizedName, contactId }).sk;

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

const shownName = (a: ContactView, b: ContactView): number =>
  a.name.localeCompare(b.name, 'pt') || a.id - b.id;

/**
 * Returns a page as this caller sees it. Search results are sorted by the displayed name, so a hidden number does not
 * influence the order.
 */
const readPage = async (
  principal: UserPrincipal,
  query: Query,
  read: (page: (after: string | undefined) => Promise<Page<ContactRow>>) => Promise<Page<ContactRow>>,
) => {
  const table = openTable(principal.companyId);
  const searched = query.searchParam.trim() !== '';
  const hides = hidesNumbers(principal.directory.settings, principal.user);
  const page = await read((after) =>
    searched
      ? bySearch(table, query, after, hides)
      : query.contactTag.length > 0 && query.contactTag.length <= TAG_RUNS_MAX
        ? byTags(table, query, after)
        : byName(table, query, after),
  );
  const contacts = await viewContacts(page.rows, principal);
  return { contacts: searched ? contacts.sort(shownName) : contacts, next: page.next };
};

interface CountedPage {
  rows: ContactView[];
  count: number;
  next?: string;
}

/**
 * Lists contacts. By name: one call. By words in name or number (all must match): two calls, tokens and then
 * contacts; by some digits three, see `readContactTokens`. By any of some tags: one call for each tag and one more. Each
 * page counts its contacts and those before it, up to a hundred; without words and filters the first page already does.
 */
export const listContacts = async ({ principal, query }: HandlerContext<typeof contactRoutes.list>) => {
  const { cursor, pageNumber, ...filters } = query;
  const paging = await pagingOf(principal, 'contacts', filters, { cursor, pageNumber });
  const page = await paging.read(async (after): Promise<CountedPage> => {
    const before = after === undefined ? undefined : readCountedPlace(after);
    const { contacts, next } = await readPage(principal, filters, (read) => read(before?.next));
    const count = Math.min(CONTACTS_COUNTED, (before?.count ?? 0) + contacts.length);
    const place = next === undefined ? {} : { next: makeCountedPlace({ count, isTotal: false, next }) };
    return { rows: contacts, count, ...place };
  });
  return {
    contacts: page.rows,
    count: 'count' in page ? page.count : 0,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/** Returns the first page of contacts by name, or of search results; like {@link listContacts}. */
export const listContactsBriefly = async ({
  principal,
  query,
}: HandlerContext<typeof contactRoutes.listBrief>) => {
  const filters = { searchParam: query.name, channel: undefined, isGroup: undefined, contactTag: [] };
  return (await readPage(principal, filters, (page) => page(undefined))).contacts;
};
