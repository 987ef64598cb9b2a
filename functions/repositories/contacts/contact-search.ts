import { contactTokens, looksInNames, numberEnd, withoutNumber } from '../../domain/search/contact-tokens.ts';
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

/** Whether a contact is found only by the end of its number, because none of its tokens begins with the search. */
const isFoundByEnd = (contact: Parameters<typeof contactTokens>[0], { lookUp }: ParsedSearch): boolean =>
  !contactTokens(contact).some((token) => token.startsWith(lookUp));

/**
 * Returns contacts that match a search, by their index tokens, each once over all pages. First come contacts with a token
 * that begins with the looked-up word, then contacts whose number ends with it. A page is one call if few tokens begin with
 * the word; digits of five to seven, or of nine and more, cost a second call. Callers who may not see numbers search only
 * names.
 */
export const readContactTokens = async (
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
  const end = ofNames ? undefined : numberEnd(search.lookUp);
  const read = (
    prefix: string,
    from: string | undefined,
    count: number,
    isWanted: (contact: ContactTokenRow) => boolean,
  ) =>
    table.query(ContactToken, {
      pk: keys.contactToken({ token: prefix, contactId: 0, ofNames }).pk,
      prefix,
      ...(from === undefined ? {} : { after: from }),
      limit: count,
      lookAhead: true,
      maxExamined: MAX_TOKENS_READ,
      // If most tokens fail the filter, one large read is better than several small ones.
      ...(search.others.length > 0 || prefix !== search.lookUp ? { pageSize: MAX_TOKENS_READ } : {}),
      filter: (row) => {
        const contact = hidesNumbers ? withoutNumber(row) : row;
        return contactMatches(contact, search) && isWanted(contact) && filter?.(row) !== false;
      },
    });
  const byBeginning = (from: string | undefined) =>
    read(search.lookUp, from, limit, (contact) => isFirstMatch(contact, contact.token, search));
  if (end === undefined) return byBeginning(after);

  // Only rows of the end itself: a token that merely begins with it belongs to another number.
  const ofEnd = `${end}#`;
  const isBehind = after?.startsWith(ofEnd) === true;
  const page = isBehind ? { rows: [] } : await byBeginning(after);
  if (page.next !== undefined) return page;
  const room = limit - page.rows.length;
  const rest = await read(ofEnd, isBehind ? after : undefined, Math.max(room, 1), (contact) =>
    isFoundByEnd(contact, search),
  );
  if (room > 0) return { ...rest, rows: [...page.rows, ...rest.rows] };
  const last = page.rows.at(-1);
  const hasMore = rest.rows.length > 0 || rest.next !== undefined;
  return last === undefined || !hasMore ? page : { ...page, next: keys.contactToken(last).sk };
};
