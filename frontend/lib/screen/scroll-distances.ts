/** Distance from the end at which an infinite list loads its next page. */
export const NEXT_PAGE_WITHIN_PX = 100;
/** Distance from the top at which older messages are loaded. */
export const OLDER_WITHIN_PX = 50;
/** Distance from the top at which older messages of an internal chat are loaded. */
export const OLDER_CHAT_WITHIN_PX = 600;
