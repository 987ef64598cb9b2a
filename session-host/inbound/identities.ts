import { canonicalIdentity } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import {
  isHostedLidUser,
  isJidBroadcast,
  isJidStatusBroadcast,
  isLidUser,
  jidDecode,
  jidEncode,
  type WAMessageKey,
} from 'baileys';

/** Returns the identity of a JID; undefined if it has no conversation (status, newsletters, bots). */
export const toIdentity = (jid: string | null | undefined): Identity | undefined => {
  const decoded = jidDecode(jid ?? undefined);
  if (decoded === undefined || decoded.user === '') return undefined;
  switch (decoded.server) {
    case 's.whatsapp.net':
    case 'c.us':
    case 'hosted':
      return /^\d{5,20}$/.test(decoded.user) ? { kind: 'phone', value: decoded.user } : undefined;
    case 'lid':
    case 'hosted.lid':
      return { kind: 'lid', value: decoded.user };
    case 'g.us':
      return { kind: 'group', value: decoded.user };
    default:
      return undefined;
  }
};

/** Whether a JID is a broadcast list. A status is also sent to a list, but has no conversation. */
export const isBroadcastList = (jid: string | null | undefined): boolean =>
  !!jid && isJidBroadcast(jid) === true && !isJidStatusBroadcast(jid);

/**
 * Returns the JIDs of a message's conversation. A contact's message to a broadcast list belongs to the conversation
 * with the contact, as on phones.
 */
export const chatJidsOf = (key: WAMessageKey): (string | null | undefined)[] =>
  isBroadcastList(key.remoteJid)
    ? [key.participant, key.participantAlt, key.remoteJidAlt]
    : [key.remoteJid, key.remoteJidAlt];

/** Returns the identities of one person from the JIDs that WhatsApp sent, phone first. */
export const toIdentities = (...jids: (string | null | undefined)[]): Identity[] => {
  const found = new Map<string, Identity>();
  for (const jid of jids) {
    const identity = toIdentity(jid);
    if (identity !== undefined) found.set(`${identity.kind}:${identity.value}`, identity);
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
};

const rank = ({ kind }: Identity): number => (kind === 'phone' ? 0 : 1);

/**
 * Returns the key that orders a conversation's events: the same for every event of one chat as long as the same
 * identities are known, regardless of a number's spelling.
 */
export const chatKey = (identities: readonly Identity[]): string => {
  const [first] = identities.map(canonicalIdentity);
  return first === undefined ? 'unknown' : `${first.kind}:${first.value}`;
};

interface KnownNumbers {
  getPNForLID(lid: string): Promise<string | null>;
}

/** Returns the number of an opaque id, if WhatsApp has revealed it; undefined for other JIDs too. */
export const numberOf = async (
  numbers: KnownNumbers,
  jid: string | null | undefined,
): Promise<string | undefined> =>
  jid && (isLidUser(jid) || isHostedLidUser(jid))
    ? ((await numbers.getPNForLID(jid)) ?? undefined)
    : undefined;

/** Returns the JID for messages to this identity; undefined if WhatsApp has none. */
export const toJid = ({ kind, value }: Identity): string | undefined => {
  switch (kind) {
    case 'phone':
      return jidEncode(value, 's.whatsapp.net');
    case 'lid':
      return jidEncode(value, 'lid');
    case 'group':
      return jidEncode(value, 'g.us');
    default:
      return undefined;
  }
};
