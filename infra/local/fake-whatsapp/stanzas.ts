import { randomBytes } from 'node:crypto';
import { type BinaryNode, getBinaryNodeChildren, jidDecode } from 'baileys/lib/WABinary/index.js';

/** Generates a message id in the format of WhatsApp's phones. */
export const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`;

export const phoneJid = (number: string): string => `${number}@s.whatsapp.net`;
export const lidJid = (lid: string): string => `${lid}@lid`;
const GROUP_SUFFIX = '@g.us';
export const groupJidOf = (groupId: string): string => groupId + GROUP_SUFFIX;
/** Returns the group id in a JID; undefined for a person's JID. */
export const groupIdOf = (jid: string): string | undefined =>
  jid.endsWith(GROUP_SUFFIX) ? jid.slice(0, -GROUP_SUFFIX.length) : undefined;

const LIST_SUFFIX = '@broadcast';
export const listJidOf = (listId: string): string => listId + LIST_SUFFIX;
const isListJid = (jid: string): boolean => jid.endsWith(LIST_SUFFIX);

/**
 * Ways in which a stanza identifies its sender: `lid` is WhatsApp's current way, the opaque id together with the
 * number.
 */
export const ADDRESSINGS = ['lid', 'lid-alone', 'phone'] as const;
export type Addressing = (typeof ADDRESSINGS)[number];

/** Returns the sender's attributes of a stanza: a person, or a person who wrote to a group or broadcast list. */
export const senderOf = (
  chatJid: string,
  { number, lid }: { number: string; lid: string },
  addressing: Addressing = 'lid',
): Record<string, string> => {
  const isShared = groupIdOf(chatJid) !== undefined || isListJid(chatJid);
  const role = isShared ? 'participant' : 'sender';
  const jid = addressing === 'phone' ? phoneJid(number) : lidJid(lid);
  return {
    ...(isShared ? { from: chatJid, participant: jid } : { from: jid }),
    ...(addressing === 'lid' ? { [`${role}_pn`]: phoneJid(number) } : {}),
    ...(addressing === 'phone' ? { [`${role}_lid`]: lidJid(lid) } : {}),
    addressing_mode: addressing === 'phone' ? 'pn' : 'lid',
  };
};

/** Returns a notification of WhatsApp's servers to a device that is being linked. */
export const serverNotice = (type: string, content: BinaryNode): BinaryNode => ({
  tag: 'notification',
  attrs: {
    id: randomBytes(6).toString('hex'),
    from: 's.whatsapp.net',
    type,
    t: String(Math.floor(Date.now() / 1000)),
  },
  content: [content],
});

interface Person {
  number: string;
  lid: string;
}

/** Returns the notification that a member joined or left a group. */
export const groupNotice = (groupJid: string, change: 'add' | 'remove', person: Person): BinaryNode =>
  noticeIn(groupJid, person, {
    tag: change,
    attrs: {},
    content: [
      { tag: 'participant', attrs: { jid: lidJid(person.lid), phone_number: phoneJid(person.number) } },
    ],
  });

/** Returns the notification that a member set a group's timer of disappearing messages, in seconds; 0: off. */
export const groupTimerNotice = (groupJid: string, seconds: number, person: Person): BinaryNode =>
  noticeIn(
    groupJid,
    person,
    seconds === 0
      ? { tag: 'not_ephemeral', attrs: {} }
      : { tag: 'ephemeral', attrs: { expiration: String(seconds) } },
  );

const noticeIn = (groupJid: string, { number, lid }: Person, content: BinaryNode): BinaryNode => ({
  tag: 'notification',
  attrs: {
    id: randomBytes(6).toString('hex'),
    type: 'w:gp2',
    from: groupJid,
    participant: lidJid(lid),
    participant_pn: phoneJid(number),
    addressing_mode: 'lid',
    t: String(Math.floor(Date.now() / 1000)),
  },
  content: [content],
});

/** Returns the routing info of the WhatsApp edge that an account's device should return to. */
export const edgeRoutingNode = (accountKey: string): BinaryNode => ({
  tag: 'ib',
  attrs: {},
  content: [
    {
      tag: 'edge_routing',
      attrs: {},
      content: [{ tag: 'routing_info', attrs: {}, content: Buffer.from(`edge of ${accountKey}`) }],
    },
  ],
});

/** Returns the additional message ids of a receipt. */
export const itemsOf = (node: BinaryNode): string[] =>
  getBinaryNodeChildren(getBinaryNodeChildren(node, 'list')[0], 'item').flatMap(
    ({ attrs }) => attrs.id ?? [],
  );

/** Returns the encrypted parts of a device's message with their recipients. */
export const encryptedParts = (node: BinaryNode): { jid: string; enc: BinaryNode }[] => {
  const direct = getBinaryNodeChildren(node, 'enc').map((enc) => ({
    jid: bareJid(node.attrs.to ?? ''),
    enc,
  }));
  const fanned = getBinaryNodeChildren(getBinaryNodeChildren(node, 'participants')[0], 'to').flatMap((to) =>
    getBinaryNodeChildren(to, 'enc').map((enc) => ({ jid: bareJid(to.attrs.jid ?? ''), enc })),
  );
  return [...fanned, ...direct];
};

const bareJid = (jid: string): string => {
  const decoded = jidDecode(jid);
  return decoded === undefined ? jid : `${decoded.user}@${decoded.server}`;
};
