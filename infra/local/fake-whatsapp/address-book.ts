import { randomBytes } from 'node:crypto';
import { encodeSyncdPatch, newLTHashState } from 'baileys/lib/Utils/chat-utils.js';
import { type BinaryNode, getBinaryNodeChildren } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import { phoneJid } from './stanzas.ts';

const COLLECTION = 'critical_unblock_low';
const API_VERSION = 2;

/** The saved contacts that a phone shares with its device: encrypted patches, and the key that decrypts them. */
export interface AddressBook {
  /** The phone's message to its device with the key. */
  keyShare: proto.IMessage;
  patches: Buffer[];
}

/** Encrypts contacts as a phone does, one patch per contact. */
export const sealAddressBook = async (
  people: readonly { number: string; name: string }[],
): Promise<AddressBook> => {
  const keyId = randomBytes(6);
  const keyData: proto.Message.IAppStateSyncKeyData = {
    keyData: randomBytes(32),
    timestamp: Math.floor(Date.now() / 1000),
  };
  let state = newLTHashState();
  const patches: Buffer[] = [];
  for (const { number, name } of people) {
    const sealed = await encodeSyncdPatch(
      {
        type: COLLECTION,
        index: ['contact', phoneJid(number)],
        syncAction: { contactAction: { fullName: name, saveOnPrimaryAddressbook: true } },
        apiVersion: API_VERSION,
        operation: proto.SyncdMutation.SyncdOperation.SET,
      },
      keyId.toString('base64'),
      state,
      async () => keyData,
    );
    state = sealed.state;
    const version = { version: state.version };
    patches.push(Buffer.from(proto.SyncdPatch.encode({ ...sealed.patch, version }).finish()));
  }
  return {
    patches,
    keyShare: {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
        appStateSyncKeyShare: { keys: [{ keyId: { keyId }, keyData }] },
      },
    },
  };
};

/**
 * Answers a device's sync request: with the patches of the address book, and with empty results for other
 * collections.
 */
export const answerAppState = (sync: BinaryNode, book: AddressBook | undefined): BinaryNode[] => [
  {
    tag: 'sync',
    attrs: {},
    content: getBinaryNodeChildren(sync, 'collection').map(({ attrs }) => {
      const known = Number(attrs.version ?? 0);
      const patches = attrs.name === COLLECTION ? (book?.patches.slice(known) ?? []) : [];
      return {
        tag: 'collection',
        attrs: { name: attrs.name ?? '', version: String(known) },
        content: [
          {
            tag: 'patches',
            attrs: {},
            content: patches.map((content) => ({ tag: 'patch', attrs: {}, content })),
          },
        ],
      };
    }),
  },
];
