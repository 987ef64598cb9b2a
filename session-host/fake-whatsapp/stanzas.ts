import { type BinaryNode, getBinaryNodeChildren, jidDecode } from 'baileys/lib/WABinary/index.js';

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
