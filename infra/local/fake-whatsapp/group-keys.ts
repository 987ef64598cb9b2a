import type { Journal } from './journal.ts';
import { type Customer, pad, unpad } from './phone.ts';

/** Whose key, and in which group. */
export interface KeyPlace {
  journal: Journal;
  /** `<companyId>:<connectionId>`, and its device: a new pairing begins anew. */
  account: string;
  deviceId: number;
  group: string;
  /** A customer's number; undefined for the account's own key. */
  writer?: string | undefined;
}

const placeName = ({ account, deviceId, group, writer }: KeyPlace): string =>
  `sender-key/${account}/${deviceId}/${group}/${writer ?? ''}`;

const open = async (place: KeyPlace) => {
  // With the first group message: whoever writes to none does not hold this code in memory.
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

/** A member's phone keeps the key that an account writes to a group with; one copy does for all members. */
export const learnGroupKey = async (place: KeyPlace, key: Uint8Array): Promise<void> => {
  const keys = await open(place);
  const told = new keys.SenderKeyDistributionMessage(null, null, null, null, key);
  // A later member is told the same key further on; those before keep what they can still read.
  const known = (await keys.store.loadSenderKey()).getSenderKeyState(told.getId());
  if (known === undefined) await new keys.GroupSessionBuilder(keys.store).process(keys.name, told);
};

const toldName = ({ account, deviceId, group }: KeyPlace, member: string): string =>
  `sender-key/${account}/${deviceId}/${group}/told/${member}`;

/** Notes that a member's own phone was told the key. */
export const noteTold = (place: KeyPlace, member: string): void =>
  place.journal.set(toldName(place, member), 'true');

/** Whether a member's own phone has the key that an account writes to a group with. */
export const wasTold = (place: KeyPlace, member: string): boolean =>
  place.journal.get(toldName(place, member)) !== undefined;

export const decryptInGroup = async (place: KeyPlace, sealed: Uint8Array): Promise<Buffer> => {
  const keys = await open(place);
  return unpad(Buffer.from(await new keys.GroupCipher(keys.store, keys.name).decrypt(sealed)));
};

/** Encrypts as a member does. `key` is what the device must be told first: only with the first message. */
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

/** A device could not open a message of a member: it is told the member's key with the next one. */
export const tellGroupKeyAgain = (
  journal: Journal,
  account: { key: string },
  group: string,
  writer: string,
): void => journal.set(againName({ account: account.key, group, writer }), true);

/** Forgets the keys of an account's former device. */
export const forgetGroupKeys = (journal: Journal, account: string): void => {
  for (const [name] of [...journal.entries(`sender-key/${account}/`)]) journal.delete(name);
};
