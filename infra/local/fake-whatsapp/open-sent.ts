import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import type { Account } from './accounts.ts';
import { decryptInGroup, learnGroupKey, noteTold, wasTold } from './group-keys.ts';
import type { Journal } from './journal.ts';
import { type Customer, decryptAs } from './phone.ts';
import { encryptedParts, groupIdOf, phoneJid } from './stanzas.ts';

export interface Opened {
  message?: proto.IMessage;
  /** Number of the customer, or of the group, that shows the message. */
  contact: string;
  /** Phones that could not decrypt the message. */
  failed: Customer[];
}

interface Context {
  journal: Journal;
  account: Account;
  phoneOf: (jid: string) => Customer | undefined;
}

/** Decrypts a device's message, as the phones of its recipients do. */
export const openSent = async (context: Context, node: BinaryNode): Promise<Opened> => {
  const { journal, account, phoneOf } = context;
  const group = groupIdOf(node.attrs.to ?? '');
  const place = { journal, account: account.key, deviceId: account.deviceId };
  const opened: Opened = { contact: group ?? '', failed: [] };
  for (const { jid, enc } of encryptedParts(node)) {
    if (enc.attrs.type === 'skmsg' || !(enc.content instanceof Uint8Array)) continue;
    const customer = phoneOf(jid);
    // The account's own phone gets a copy, which is not shown.
    if (customer === undefined || customer === account.phone) continue;
    const encrypted = { type: enc.attrs.type ?? 'msg', ciphertext: enc.content };
    const message = await decryptAs(journal, customer, account.key, encrypted).catch(() => undefined);
    const groupKey = message?.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
    if (message === undefined) opened.failed.push(customer);
    else if (group === undefined) return { ...opened, message, contact: customer.number };
    else if (groupKey) {
      await learnGroupKey({ ...place, group }, groupKey);
      noteTold({ ...place, group }, customer.number);
    }
  }
  for (const { enc } of encryptedParts(node)) {
    if (group === undefined || enc.attrs.type !== 'skmsg' || !(enc.content instanceof Uint8Array)) continue;
    const members = account.groups[node.attrs.to ?? '']?.members ?? [];
    for (const member of members) {
      const phone = phoneOf(phoneJid(member));
      if (phone !== undefined && !wasTold({ ...place, group }, member)) opened.failed.push(phone);
    }
    const plain = await decryptInGroup({ ...place, group }, enc.content);
    return { ...opened, message: proto.Message.decode(plain) };
  }
  return opened;
};
