import { contactTokens, looksInNames, withoutNumber } from '../../domain/search/contact-tokens.ts';
import { contactMatches, type ParsedSearch } from '../../domain/search/parse-search.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { ContactToken } from '../../platform/table/entities/contacts.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Page, Table } from '../../platform/table/table.ts';

export type ContactTokenRow = Row<typeof ContactToken>;

/** Tokens read at most for one page, at about 0.3 kB each: two read units. */
const MAX_TOKENS_READ = 48;

/** Of the tokens by which a search finds a contact, whether this is the one that stands for it: the first. */
const isFirstMatch = (
  contact: Parameters<typeof contactTokens>[0],
  token: string,
  search: ParsedSearch,
): boolean =>
  contactTokens(contact)
    .filter((other) => other.startsWith(search.lookUp))
    .every((other) => token <= other);

/**
 * Contacts that match a search, by their index tokens, each once over all pages: one call where the looked-up word
 * narrows it enough. Who may not read numbers finds by names alone.
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
    // Most tokens fail where more words than one are asked for: one large read instead of several small ones.
    ...(search.others.length > 0 ? { pageSize: MAX_TOKENS_READ } : {}),
    filter: (row) => {
      const contact = hidesNumbers ? withoutNumber(row) : row;
      return (
        contactMatches(contact, search) && isFirstMatch(contact, row.token, search) && filter?.(row) !== false
      );
    },
  });
};
