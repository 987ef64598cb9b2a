import { contactTokens } from '../domain/search/contact-tokens.ts';
import { contactMatches, type ParsedSearch } from '../domain/search/parse-search.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { ContactToken } from '../platform/table/entities/contacts.ts';
import { keys } from '../platform/table/keys.ts';
import type { Page, Table } from '../platform/table/table.ts';

export type ContactTokenRow = Row<typeof ContactToken>;

/** Tokens read at most for one page, at about 0.3 kB each: two read units. */
const MAX_TOKENS_READ = 48;

/** Of the tokens by which a search finds a contact, whether this is the one that stands for it: the first. */
const isFirstMatch = (row: ContactTokenRow, search: ParsedSearch): boolean => {
  const matching = contactTokens(row).filter((token) => token.startsWith(search.lookUp));
  return matching.every((token) => row.token <= token);
};

/**
 * Contacts that match a search, by their index tokens, each once over all pages: one call where the looked-up word
 * narrows it enough.
 */
export const readContactTokens = (
  table: Table,
  search: ParsedSearch,
  options: { after?: string | undefined; limit: number; filter?: (token: ContactTokenRow) => boolean },
): Promise<Page<ContactTokenRow>> => {
  const { after, limit, filter } = options;
  return table.query(ContactToken, {
    pk: keys.contactToken({ token: search.lookUp, contactId: 0 }).pk,
    prefix: search.lookUp,
    ...(after === undefined ? {} : { after }),
    limit,
    maxExamined: MAX_TOKENS_READ,
    // Most tokens fail where more words than one are asked for: one large read instead of several small ones.
    ...(search.others.length > 0 ? { pageSize: MAX_TOKENS_READ } : {}),
    filter: (row) => contactMatches(row, search) && isFirstMatch(row, search) && filter?.(row) !== false,
  });
};
