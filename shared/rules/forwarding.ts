/** At least so long between two messages that are sent on: a burst looks like a machine to WhatsApp, and reads badly. */
export const FORWARD_PAUSE_MS = 900;
/** Messages that one call sends on, and to how many contacts. */
export const FORWARD_MESSAGES_MAX = 100;
export const FORWARD_CONTACTS_MAX = 20;
