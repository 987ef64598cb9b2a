/** Time between two notices that an attendant is typing. Providers show one for 20 to 25 seconds. */
export const TYPING_EVERY_MS = 10_000;
/** Time after which a notice is too late to be shown: the answer may have been sent meanwhile. */
export const TYPING_WAIT_MS = 10_000;
