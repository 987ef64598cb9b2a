/** Of an endless list, the next page is fetched when the end is this near. */
export const NEXT_PAGE_WITHIN_PX = 100;
/** Older messages are fetched when the top is this near. */
export const OLDER_WITHIN_PX = 50;
