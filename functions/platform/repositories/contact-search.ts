import { contactMatches, type ParsedSearch } from '../../domain/search/parse-search.ts';
import type { Row } from '../table/define-entity.ts';
import { ContactToken } from '../table/entities.ts';
import { keys } from '../table/keys.ts';
import type { Page, Table } from '../table/table.ts';

export type ContactTokenRow = Row<typeof ContactToken>;

/** Tokens read at most for one page, at about 0.3 kB each: two read units. */
const MAX_TOKENS_READ = 48;

/**
 * Contacts that match a search, by their index tokens: one call where the first words narrow it enough. A contact whose
 * name has the word twice comes once.
 */
export const readContactTokens = async (
  table: Table,
  search: ParsedSearch,
  options: { after?: string | undefined; limit: number; filter?: (token: ContactTokenRow) => boolean },
): Promise<Page<ContactTokenRow>> => {
  const seen = new Set<number>();
  const { after, limit, filter } = options;
  return table.query(ContactToken, {
    pk: keys.contactToken({ token: search.lookUp, contactId: 0 }).pk,
    prefix: search.lookUp,
    ...(after === undefined ? {} : { after }),
    limit,
    maxExamined: MAX_TOKENS_READ,
    // Most tokens fail where more words than one are asked for: one large read instead of several small ones.
    ...(search.others.length > 0 ? { pageSize: MAX_TOKENS_READ } : {}),
    filter: (token) => {
      if (seen.has(token.contactId) || !contactMatches(token, search) || filter?.(token) === false)
        return false;
      seen.add(token.contactId);
      return true;
    },
  });
};
