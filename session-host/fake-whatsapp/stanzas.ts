import { type BinaryNode, getBinaryNodeChildren, jidDecode } from 'baileys/lib/WABinary/index.js';

export const phoneJid = (number: string): string => `${number}@s.whatsapp.net`;
export const lidJid = (lid: string): string => `${lid}@lid`;
const GROUP_SUFFIX = '@g.us';
export const groupJidOf = (groupId: string): string => groupId + GROUP_SUFFIX;
/** The group a JID names; undefined for a person's. */
export const groupIdOf = (jid: string): string | undefined =>
  jid.endsWith(GROUP_SUFFIX) ? jid.slice(0, -GROUP_SUFFIX.length) : undefined;

/** How a stanza names its sender: by opaque id with the number beside it, as WhatsApp does now, or otherwise. */
export const ADDRESSINGS = ['lid', 'lid-alone', 'phone'] as const;
export type Addressing = (typeof ADDRESSINGS)[number];

/** Who a node comes from: a person, or a person in a group. */
export const senderOf = (
  chatJid: string,
  { number, lid }: { number: string; lid: string },
  addressing: Addressing = 'lid',
): Record<string, string> => {
  const isGroup = groupIdOf(chatJid) !== undefined;
  const role = isGroup ? 'participant' : 'sender';
  const jid = addressing === 'phone' ? phoneJid(number) : lidJid(lid);
  return {
    ...(isGroup ? { from: chatJid, participant: jid } : { from: jid }),
    ...(addressing === 'lid' ? { [`${role}_pn`]: phoneJid(number) } : {}),
    ...(addressing === 'phone' ? { [`${role}_lid`]: lidJid(lid) } : {}),
    addressing_mode: addressing === 'phone' ? 'pn' : 'lid',
  };
};

/** Further message ids of a receipt. */
export const itemsOf = (node: BinaryNode): string[] =>
  getBinaryNodeChildren(getBinaryNodeChildren(node, 'list')[0], 'item').flatMap(
    ({ attrs }) => attrs.id ?? [],
  );

/** What a device encrypted, and for whom. */
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
