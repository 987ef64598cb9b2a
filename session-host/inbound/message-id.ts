import { carriedText } from '@prosa/functions/domain/inbound/event-body.ts';
import { hashedText } from '@prosa/functions/platform/ids.ts';

/** The longest id that is stored, in UTF-16 units; WhatsApp's own have 32 at most. */
const MAX_ID = 200;

/**
 * Returns the id under which a message is stored; undefined without one. Senders choose ids: one that is too long for
 * a key, or has characters that queue and table do not carry, is replaced by its hash, here and in whatever names the
 * message. WhatsApp does not know the hash, so a quote of such a message, or a reaction to it, shows no original.
 */
export const toMessageId = (id: string | null | undefined): string | undefined => {
  if (!id) return undefined;
  return id.length <= MAX_ID && carriedText(id) === id ? id : hashedText(id);
};
