import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import type { Account } from './accounts.ts';
import type { Journal } from './journal.ts';
import { type Customer, decryptAs, unpad } from './phone.ts';
import { encryptedParts, groupIdOf } from './stanzas.ts';

export interface Opened {
  message?: proto.IMessage;
  /** Whose phone shows it, or the group that does. */
  contact: string;
  /** Phones that could not decrypt what was meant for them. */
  failed: Customer[];
}

interface Context {
  journal: Journal;
  account: Account;
  phoneOf: (jid: string) => Customer | undefined;
}

/** Decrypts what a device sent, as the phones of those who get it do. */
export const openSent = async (context: Context, node: BinaryNode): Promise<Opened> => {
  const { journal, account, phoneOf } = context;
  const group = groupIdOf(node.attrs.to ?? '');
  const opened: Opened = { contact: group ?? '', failed: [] };
  for (const { jid, enc } of encryptedParts(node)) {
    if (enc.attrs.type === 'skmsg' || !(enc.content instanceof Uint8Array)) continue;
    const customer = phoneOf(jid);
    // The account's own phone gets a copy; it shows nothing to anybody.
    if (customer === undefined || customer === account.phone) continue;
    const encrypted = { type: enc.attrs.type ?? 'msg', ciphertext: enc.content };
    const message = await decryptAs(journal, customer, account.key, encrypted).catch(() => undefined);
    const groupKey = message?.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
    if (message === undefined) opened.failed.push(customer);
    else if (group === undefined) return { ...opened, message, contact: customer.number };
    else if (groupKey) await learnGroupKey(context, group, groupKey);
  }
  for (const { enc } of encryptedParts(node)) {
    if (group === undefined || enc.attrs.type !== 'skmsg' || !(enc.content instanceof Uint8Array)) continue;
    const plain = await decryptInGroup(context, group, enc.content);
    return { ...opened, message: proto.Message.decode(unpad(Buffer.from(plain))) };
  }
  return opened;
};

/** A member's phone keeps the key that an account writes to a group with; one copy does for all members. */
const groupKeyStore = async ({ journal, account }: Context, group: string) => {
  // With the first group message: whoever writes to none does not hold this code in memory.
  const { GroupCipher, GroupSessionBuilder, SenderKeyDistributionMessage, SenderKeyName, SenderKeyRecord } =
    await import('baileys/lib/Signal/Group/index.js');
  const { BufferJSON } = await import('baileys/lib/Utils/generics.js');
  const entry = `sender-key/${account.key}/${account.deviceId}/${group}`;
  const sender = { id: account.key, deviceId: account.deviceId, toString: () => account.key };
  const name = new SenderKeyName(group, sender);
  const store = {
    loadSenderKey: async () => {
      const json = journal.get(entry);
      return json === undefined ? new SenderKeyRecord() : SenderKeyRecord.deserialize(Buffer.from(json));
    },
    storeSenderKey: async (_name: unknown, record: InstanceType<typeof SenderKeyRecord>) =>
      journal.set(entry, JSON.parse(JSON.stringify(record.serialize(), BufferJSON.replacer))),
  };
  return { name, store, GroupCipher, GroupSessionBuilder, SenderKeyDistributionMessage };
};

const learnGroupKey = async (context: Context, group: string, key: Uint8Array): Promise<void> => {
  const keys = await groupKeyStore(context, group);
  const told = new keys.SenderKeyDistributionMessage(null, null, null, null, key);
  // A later member is told the same key further on; those before keep what they can still read.
  const known = (await keys.store.loadSenderKey()).getSenderKeyState(told.getId());
  if (known === undefined) await new keys.GroupSessionBuilder(keys.store).process(keys.name, told);
};

const decryptInGroup = async (context: Context, group: string, sealed: Uint8Array): Promise<Uint8Array> => {
  const keys = await groupKeyStore(context, group);
  return new keys.GroupCipher(keys.store, keys.name).decrypt(sealed);
};
