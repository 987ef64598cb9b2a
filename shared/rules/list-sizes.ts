/** List sizes: rows of a page, rows of lists without pages, and limits of counts. Routes and repositories use them. */

/**
 * The highest `pageNumber` without a cursor. All pages before it are read again, so a page costs as many reads as its
 * number.
 */
export const WALKED_PAGES_MAX = 10;

/** Tickets per page of the lists. */
export const TICKETS_PER_PAGE = 40;
/** Tickets per page of a search. Each is read by its key, at half a read unit. */
export const TICKETS_PER_SEARCH_PAGE = 16;
/** Limit for counting a list's tickets: up to 99 the count is exact, 100 means 100 or more. */
export const TICKETS_COUNTED = 100;
/** Maximum number of tickets on the attendance panel: about 40 read units, and a response of about 525 kB. */
export const PANEL_TICKETS_MAX = 500;
/** Maximum number of tickets in one view of the moments: about 20 read units. */
export const MOMENTS_MAX = 200;
/** Maximum days of a ticket report, five years. */
export const REPORT_DAYS_MAX = 1830;

export const MESSAGES_PER_PAGE = 20;
/** Up to this many unread messages, a conversation opens with all of them. 105 messages are about 130 kB. */
export const MESSAGES_TO_UNREAD_MAX = 100;
/** Messages with a file: three thumbnails in a row. */
export const FILES_PER_PAGE = 18;

export const CONTACTS_PER_PAGE = 100;
/** Limit for counting a list's contacts: up to 99 the count is exact, 100 means 100 or more. */
export const CONTACTS_COUNTED = 100;
/**
 * Limit for counting the tickets that move with a merged contact: up to 99 the count is exact, 100 means 100 or more.
 */
export const MERGED_TICKETS_COUNTED = 100;
export const CONTACT_LISTS_PER_PAGE = 20;
/** Maximum number of lists of `GET /contact-lists/list`; larger numbers are searched. */
export const CONTACT_LISTS_LISTED = 200;
/** People per page of a contact list. */
export const CONTACT_LIST_ITEMS_PER_PAGE = 20;

/** Maximum of a user's imports and exports that are listed. */
export const CONTACT_FILES_LISTED = 10;

export const TAGS_PER_PAGE = 20;
/** Maximum number of tags of `GET /tags/list`; larger lists are searched. */
export const TAGS_LISTED = 200;

/** Maximum number of columns of a company's board. */
export const LANES_MAX = 50;

export const QUICK_MESSAGES_PER_PAGE = 20;
/**
 * Maximum number of quick messages of `GET /quick-messages/list`; others are searched by the start of their shortcode.
 */
export const QUICK_MESSAGES_LISTED = 60;

/** Campaigns per page. Of ten long texts a row has 40 kB, of usual ones two: a page costs five read units. */
export const CAMPAIGNS_PER_PAGE = 20;
/** Receivers of a campaign per page: two read units. */
export const RECEIVERS_PER_PAGE = 50;
export const SUPPRESSIONS_PER_PAGE = 50;
/** Flows per page: two read units. */
export const FLOWS_PER_PAGE = 20;
export const FILE_LISTS_PER_PAGE = 20;
/** Maximum number of file lists of `GET /files/list`. */
export const FILE_LISTS_LISTED = 200;

/** Announcements per page. A row is below a kilobyte except for long texts, so a page costs about two read units. */
export const ANNOUNCEMENTS_PER_PAGE = 20;

/** Schedules per page. A row is below a kilobyte except for long texts, so a page costs about five read units. */
export const SCHEDULES_PER_PAGE = 50;
export const USERS_PER_PAGE = 20;
/** Connections per page of the list of all companies' connections. A page is small, because a row may have long texts. */
export const CONNECTIONS_PER_PAGE = 40;
/** Entries per page of the audit log. An entry has about 400 bytes, so a page costs three read units. */
export const AUDIT_ENTRIES_PER_PAGE = 50;
