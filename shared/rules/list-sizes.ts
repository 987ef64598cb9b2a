/** How many rows lists have: of a page, of what has no pages, and how far one is counted. Routes and repositories keep to them. */

/** Pages that a `pageNumber` without cursor reaches: each before it is read again, so a page costs as many as its number. */
export const WALKED_PAGES_MAX = 10;

/** Tickets per page of the lists. */
export const TICKETS_PER_PAGE = 40;
/** Tickets per page of a search: each is read by its key, at half a read unit. */
export const TICKETS_PER_SEARCH_PAGE = 16;
/** A list's tickets are counted up to here: 99 and fewer are exact, 100 are 100 or more. */
export const TICKETS_COUNTED = 100;
/** Tickets that the attendance panel shows at most: 130 read units, and some 525 kB of answer. */
export const PANEL_TICKETS_MAX = 500;
/** Tickets of one look at the moments; ten read units for every 40 of them. */
export const MOMENTS_MAX = 200;

export const MESSAGES_PER_PAGE = 20;
/** Messages with a file: three to a row of small pictures. */
export const FILES_PER_PAGE = 18;

export const CONTACTS_PER_PAGE = 100;
/** A list's contacts are counted up to here: 99 and fewer are exact, 100 are 100 or more. */
export const CONTACTS_COUNTED = 100;
/** The tickets that go over with a merged contact are counted up to here: 99 and fewer are exact, 100 are 100 or more. */
export const MERGED_TICKETS_COUNTED = 100;
/** How many of a person's imports and exports are shown. */
export const CONTACT_FILES_LISTED = 10;

export const TAGS_PER_PAGE = 20;
/** What `GET /tags/list` has at most; beyond that it is searched. */
export const TAGS_LISTED = 200;

export const QUICK_MESSAGES_PER_PAGE = 20;
/** What `GET /quick-messages/list` has at most; what is beyond is asked for by the beginning of its shortcode. */
export const QUICK_MESSAGES_LISTED = 60;

/** A row is under a kilobyte but for long texts: a page is some five read units. */
export const SCHEDULES_PER_PAGE = 50;
export const USERS_PER_PAGE = 20;
/** Connections of all companies: their texts may be long. */
export const CONNECTIONS_PER_PAGE = 40;
/** An entry of the audit log is some 400 bytes: a page is three read units. */
export const AUDIT_ENTRIES_PER_PAGE = 50;
