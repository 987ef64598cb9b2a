import { contactTokens, looksInNames, withoutNumber } from '../../domain/search/contact-tokens.ts';
import { contactMatches, type ParsedSearch } from '../../domain/search/parse-search.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ContactToken } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

export type ContactTokenRow = Row<typeof ContactToken>;

/** Maximum of tokens read for one page, at about 0.3 kB each: two read units. */
const MAX_TOKENS_READ = 48;

/** Whether a token is the first of the contact's tokens that match the search, so that each contact is found once. */
const isFirstMatch = (
  contact: Parameters<typeof contactTokens>[0],
  token: string,
  search: ParsedSearch,
): boolean =>
  contactTokens(contact)
    .filter((other) => other.startsWith(search.lookUp))
    .every((other) => token <= other);

/**
 * Returns contacts that match a search, by their index tokens, each once over all pages. One call if the looked-up
 * word is selective enough. Callers who may not see numbers search only names.
 */
export const readContactTokens = (
  table: Table,
  search: ParsedSearch,
  options: {
    after?: string | undefined;
    limit: number;
    hidesNumbers: boolean;
    filter?: (token: ContactTokenRow) => boolean;
  },
): Promise<Page<ContactTokenRow>> => {
  const { after, limit, hidesNumbers, filter } = options;
  const ofNames = looksInNames(search.lookUp, hidesNumbers);
  return table.query(ContactToken, {
    pk: keys.contactToken({ token: search.lookUp, contactId: 0, ofNames }).pk,
    prefix: search.lookUp,
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_TOKENS_READ,
    // With several words most tokens fail the filter, so one large read is better than several small ones.
    ...(search.others.length > 0 ? { pageSize: MAX_TOKENS_READ } : {}),
    filter: (row) => {
      const contact = hidesNumbers ? withoutNumber(row) : row;
      return (
        contactMatches(contact, search) && isFirstMatch(contact, row.token, search) && filter?.(row) !== false
      );
    },
  });
};
