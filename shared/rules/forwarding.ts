/**
 * Minimum time between two forwarded messages, because a burst looks like a machine to WhatsApp and is hard to read.
 */
export const FORWARD_PAUSE_MS = 900;
/** Maximum number of messages that one call forwards, and of contacts that it forwards to. */
export const FORWARD_MESSAGES_MAX = 100;
export const FORWARD_CONTACTS_MAX = 20;
