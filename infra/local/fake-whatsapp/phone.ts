import { randomBytes, randomInt } from 'node:crypto';
import { proto } from 'baileys/WAProto/index.js';
import * as libsignal from 'libsignal';
import * as curve from 'libsignal/src/curve.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

const base64Schema = z.base64();
export const customerSchema = z.object({
  number: z.string(),
  lid: z.string(),
  name: z.string(),
  registrationId: z.int(),
  identity: z.object({ pub: base64Schema, priv: base64Schema }),
  signedPreKey: z.object({ id: z.int(), pub: base64Schema, priv: base64Schema, signature: base64Schema }),
});
export type Customer = z.infer<typeof customerSchema>;

/** The keys that a linked device published: enough to start a Signal session with it. */
export const deviceBundleSchema = z.object({
  registrationId: z.int(),
  identity: base64Schema,
  signedPreKey: z.object({ id: z.int(), pub: base64Schema, signature: base64Schema }),
  preKeys: z.array(z.object({ id: z.int(), pub: base64Schema })),
});
export type DeviceBundle = z.infer<typeof deviceBundleSchema>;

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const typed = (key: Buffer): Buffer => (key.length === 33 ? key : Buffer.concat([Buffer.from([5]), key]));

/** Creates the phone of a new customer, with its keys. */
export const newCustomer = (number: string, lid: string, name: string): Customer => {
  const identity = curve.generateKeyPair();
  const preKey = curve.generateKeyPair();
  return {
    number,
    lid,
    name,
    registrationId: randomInt(1, 16_380),
    identity: { pub: identity.pubKey.toString('base64'), priv: identity.privKey.toString('base64') },
    signedPreKey: {
      id: 1,
      pub: preKey.pubKey.toString('base64'),
      priv: preKey.privKey.toString('base64'),
      signature: curve.calculateSignature(identity.privKey, preKey.pubKey).toString('base64'),
    },
  };
};

const sessionName = (customer: string, account: string): string => `session/${account}/${customer}`;

/** Deletes the Signal sessions of every customer, or of one customer, with an account's former device. */
export const forgetSessions = (journal: Journal, account: string, customer = ''): void => {
  for (const [name] of [...journal.entries(sessionName(customer, account))]) journal.delete(name);
};

const storageFor = (journal: Journal, customer: Customer, account: string): libsignal.SignalStorage => ({
  loadSession: async () => {
    const json = journal.get(sessionName(customer.number, account));
    return json === undefined ? undefined : libsignal.SessionRecord.deserialize(JSON.parse(json));
  },
  storeSession: async (_id, session) =>
    journal.set(sessionName(customer.number, account), session.serialize()),
  isTrustedIdentity: () => true,
  loadPreKey: async () => undefined,
  removePreKey: () => undefined,
  loadSignedPreKey: () => ({
    privKey: bytes(customer.signedPreKey.priv),
    pubKey: bytes(customer.signedPreKey.pub),
  }),
  getOurRegistrationId: () => customer.registrationId,
  getOurIdentity: () => ({ privKey: bytes(customer.identity.priv), pubKey: bytes(customer.identity.pub) }),
});

const addressOf = (customer: Customer, account: string) =>
  new libsignal.ProtocolAddress(`${customer.number}/${account}`, 1);

const MAX_PAD = 16;
export const pad = (data: Uint8Array): Buffer => {
  const length = 1 + ((randomBytes(1)[0] ?? 0) % MAX_PAD);
  return Buffer.concat([data, Buffer.alloc(length, length)]);
};
export const unpad = (data: Buffer): Buffer => data.subarray(0, data.length - (data.at(-1) ?? 0));

export interface Encrypted {
  type: 'pkmsg' | 'msg';
  ciphertext: Buffer;
}

/** Encrypts as the customer's phone does; the first message uses up one of the device's one-time keys. */
export const encryptAs = async (
  journal: Journal,
  customer: Customer,
  account: string,
  device: DeviceBundle,
  message: proto.IMessage,
): Promise<Encrypted> => {
  const storage = storageFor(journal, customer, account);
  const address = addressOf(customer, account);
  if (journal.get(sessionName(customer.number, account)) === undefined) {
    const preKey = device.preKeys.shift();
    await new libsignal.SessionBuilder(storage, address).initOutgoing({
      registrationId: device.registrationId,
      identityKey: typed(bytes(device.identity)),
      signedPreKey: {
        keyId: device.signedPreKey.id,
        publicKey: typed(bytes(device.signedPreKey.pub)),
        signature: bytes(device.signedPreKey.signature),
      },
      ...(preKey === undefined
        ? NO_PRE_KEY
        : { preKey: { keyId: preKey.id, publicKey: typed(bytes(preKey.pub)) } }),
    });
  }
  const sealed = await new libsignal.SessionCipher(storage, address).encrypt(
    pad(proto.Message.encode(message).finish()),
  );
  return { type: sealed.type === 3 ? 'pkmsg' : 'msg', ciphertext: Buffer.from(sealed.body, 'binary') };
};

/** libsignal accepts a bundle without a one-time key by omitting the key, although its declarations require it. */
const NO_PRE_KEY: { preKey: { keyId: number; publicKey: Uint8Array } } = JSON.parse('{}');

/** Decrypts as the customer's phone does. */
export const decryptAs = async (
  journal: Journal,
  customer: Customer,
  account: string,
  encrypted: { type: string; ciphertext: Uint8Array },
): Promise<proto.Message> => {
  const cipher = new libsignal.SessionCipher(
    storageFor(journal, customer, account),
    addressOf(customer, account),
  );
  const ciphertext = Buffer.from(encrypted.ciphertext);
  const plain =
    encrypted.type === 'pkmsg'
      ? await cipher.decryptPreKeyWhisperMessage(ciphertext)
      : await cipher.decryptWhisperMessage(ciphertext);
  return proto.Message.decode(unpad(plain));
};
