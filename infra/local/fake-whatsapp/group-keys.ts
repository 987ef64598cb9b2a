import type { Journal } from './journal.ts';
import { type Customer, pad, unpad } from './phone.ts';

/** Identifies a sender key: its owner and group. */
export interface KeyPlace {
  journal: Journal;
  /** `<companyId>:<connectionId>`. The key also depends on the device: a new pairing starts with new keys. */
  account: string;
  deviceId: number;
  group: string;
  /** A customer's number; undefined for the account's own key. */
  writer?: string | undefined;
}

const placeName = ({ account, deviceId, group, writer }: KeyPlace): string =>
  `sender-key/${account}/${deviceId}/${group}/${writer ?? ''}`;

const open = async (place: KeyPlace) => {
  // Loaded with the first group message, so that processes without group messages do not hold this code in memory.
  const { GroupCipher, GroupSessionBuilder, SenderKeyDistributionMessage, SenderKeyName, SenderKeyRecord } =
    await import('baileys/lib/Signal/Group/index.js');
  const { BufferJSON } = await import('baileys/lib/Utils/generics.js');
  const entry = placeName(place);
  const id = place.writer ?? place.account;
  const name = new SenderKeyName(place.group, { id, deviceId: place.deviceId, toString: () => id });
  const store = {
    loadSenderKey: async () => {
      const json = place.journal.get(entry);
      return json === undefined ? new SenderKeyRecord() : SenderKeyRecord.deserialize(Buffer.from(json));
    },
    storeSenderKey: async (_name: unknown, record: InstanceType<typeof SenderKeyRecord>) =>
      place.journal.set(entry, JSON.parse(JSON.stringify(record.serialize(), BufferJSON.replacer))),
  };
  return { name, store, GroupCipher, GroupSessionBuilder, SenderKeyDistributionMessage };
};

/**
 * Stores the key with which an account writes to a group, on behalf of a member's phone. One copy serves all members.
 */
export const learnGroupKey = async (place: KeyPlace, key: Uint8Array): Promise<void> => {
  const keys = await open(place);
  const told = new keys.SenderKeyDistributionMessage(null, null, null, null, key);
  // A member that joins later receives the same key in a later state; keep the earlier state, with which existing
  // members can still decrypt.
  const known = (await keys.store.loadSenderKey()).getSenderKeyState(told.getId());
  if (known === undefined) await new keys.GroupSessionBuilder(keys.store).process(keys.name, told);
};

const toldName = ({ account, deviceId, group }: KeyPlace, member: string): string =>
  `sender-key/${account}/${deviceId}/${group}/told/${member}`;

/** Records that a member's own phone received the key. */
export const noteTold = (place: KeyPlace, member: string): void =>
  place.journal.set(toldName(place, member), 'true');

/** Whether a member's own phone has the key with which an account writes to a group. */
export const wasTold = (place: KeyPlace, member: string): boolean =>
  place.journal.get(toldName(place, member)) !== undefined;

export const decryptInGroup = async (place: KeyPlace, sealed: Uint8Array): Promise<Buffer> => {
  const keys = await open(place);
  return unpad(Buffer.from(await new keys.GroupCipher(keys.store, keys.name).decrypt(sealed)));
};

/**
 * Encrypts as a member does. `key` is the sender key that must go to the device before the message: set only for the
 * first message, and after {@link tellGroupKeyAgain}.
 */
export const encryptInGroup = async (
  place: KeyPlace & { writer: Customer['number'] },
  message: Uint8Array,
): Promise<{ ciphertext: Buffer; key: Uint8Array | undefined }> => {
  const isFirst = place.journal.get(placeName(place)) === undefined;
  const isAskedFor = place.journal.get(againName(place)) !== undefined;
  const keys = await open(place);
  const told = await new keys.GroupSessionBuilder(keys.store).create(keys.name);
  const ciphertext = await new keys.GroupCipher(keys.store, keys.name).encrypt(pad(message));
  place.journal.delete(againName(place));
  return { ciphertext: Buffer.from(ciphertext), key: isFirst || isAskedFor ? told.serialize() : undefined };
};

const againName = ({ account, group, writer }: Omit<KeyPlace, 'journal' | 'deviceId'>): string =>
  `sender-key-again/${account}/${group}/${writer ?? ''}`;

/** Marks that the device could not decrypt a member's message: the member's key is sent again with the next message. */
export const tellGroupKeyAgain = (
  journal: Journal,
  account: { key: string },
  group: string,
  writer: string,
): void => journal.set(againName({ account: account.key, group, writer }), true);

/** Deletes the keys of an account's former device. */
export const forgetGroupKeys = (journal: Journal, account: string): void => {
  for (const [name] of [...journal.entries(`sender-key/${account}/`)]) journal.delete(name);
};
