import { MAX_AHEAD_MS } from '@prosa/functions/domain/inbound/sent-at.ts';
import {
  areJidsSameUser,
  type BinaryNode,
  type ChatMutation,
  type Contact,
  decodeSyncdMutations,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  isJidGroup,
  jidDecode,
  jidNormalizedUser,
  newLTHashState,
  proto,
  toNumber,
} from 'baileys';
import { toldDate } from '../connections/told-time.ts';

/** WhatsApp's names of the collections with the phone's contacts, and with marks of chats: read, archived, pinned. */
export const ADDRESS_BOOK = 'critical_unblock_low';
export const CHAT_MARKS = 'regular_low';

/** A change of a contact, or of its chat on another device of the account. */
export interface PhoneChange {
  /** The contact or group. */
  jids: readonly string[];
  change:
    | { type: 'chat-read'; until: number }
    | { type: 'address-book-name'; name: string; sentAt: number }
    | { type: 'picture-change'; isRemoved: boolean };
}

/** Returns a key of the phone's settings by its id; undefined if the phone has not shared it. */
type KeyOf = (id: string) => Promise<proto.Message.IAppStateSyncKeyData | undefined>;

const SECOND_MS = 1000;
const MAX_NAME = 500;
const { SyncdOperation } = proto.SyncdMutation;

/**
 * Returns the end of the second up to which a chat was shown, because WhatsApp's times are whole seconds; undefined
 * for an impossible time.
 */
const shownUntil = (seconds: number, receivedAt: number): number | undefined => {
  const ms = toldDate(seconds);
  return ms === undefined || ms > receivedAt + MAX_AHEAD_MS ? undefined : ms + SECOND_MS - 1;
};

const readingUntil = (
  chatJid: string | undefined,
  seconds: number,
  receivedAt: number,
): PhoneChange | undefined => {
  const until = shownUntil(seconds, receivedAt);
  return chatJid === undefined || until === undefined
    ? undefined
    : { jids: [chatJid], change: { type: 'chat-read', until } };
};

const isSameDevice = (one: string, other: string): boolean =>
  areJidsSameUser(one, other) && jidDecode(one)?.device === jidDecode(other)?.device;

/**
 * Returns the reading that a receipt reports; undefined for the receipts of contacts, and for those of this device.
 * A phone sends it when its user opens a chat: `read-self` if the account hides its read receipts from contacts.
 * @param me JIDs of the account, with this device
 */
export const readingOf = (
  { attrs }: BinaryNode,
  me: readonly string[],
  receivedAt: number,
): PhoneChange | undefined => {
  const { type, from, participant, recipient, t } = attrs;
  const reader = participant ?? from;
  if ((type !== 'read' && type !== 'read-self') || reader === undefined) return undefined;
  const isOurs = me.some((own) => areJidsSameUser(own, reader));
  if (!isOurs || me.some((own) => isSameDevice(own, reader))) return undefined;
  return readingUntil(isJidGroup(from) ? from : recipient, Number(t), receivedAt);
};

/**
 * Returns the change of a picture that a notification reports; undefined for other notifications, and for the account's
 * own picture. Read from the stanza, because Baileys reports a picture that was added as a removed one.
 * @param me JIDs of the account
 */
export const pictureChangeOf = (node: BinaryNode, me: readonly string[]): PhoneChange | undefined => {
  const { type, from } = node.attrs;
  if (type !== 'picture' || from === undefined || me.some((own) => areJidsSameUser(own, from)))
    return undefined;
  const has = (tag: string): boolean => getBinaryNodeChild(node, tag) !== undefined;
  const isRemoved = has('delete');
  return isRemoved || has('set') || has('add')
    ? { jids: [jidNormalizedUser(from)], change: { type: 'picture-change', isRemoved } }
    : undefined;
};

/** Returns the names that the phone's user gave to contacts, from Baileys' form. */
export const namesOf = (contacts: readonly Partial<Contact>[], receivedAt: number): PhoneChange[] =>
  contacts.flatMap(({ id, phoneNumber, lid, name }) => {
    const jids = [phoneNumber, id, lid].filter((jid) => jid !== undefined);
    return !name || jids.some(isJidGroup)
      ? []
      : [{ jids, change: { type: 'address-book-name', name: name.slice(0, MAX_NAME), sentAt: receivedAt } }];
  });

/** Returns what one change of the phone's settings means for a conversation; undefined for nothing. */
const changeOf = (
  { index, syncAction }: ChatMutation,
  isRemoval: boolean,
  receivedAt: number,
): PhoneChange | undefined => {
  const [kind, jid] = index;
  if (kind === 'contact' && jid !== undefined && isRemoval)
    return { jids: [jid], change: { type: 'address-book-name', name: '', sentAt: receivedAt } };
  const { markChatAsReadAction: mark, timestamp } = syncAction.value ?? {};
  if (mark?.read !== true || isRemoval) return undefined;
  const lastMessageS = toNumber(mark.messageRange?.lastMessageTimestamp);
  return readingUntil(jid, lastMessageS || toNumber(timestamp) / SECOND_MS, receivedAt);
};

/** Whether a change needs to be decrypted. Names that are set are among Baileys' events. */
const mayMatter = (collection: string | undefined, { operation }: proto.ISyncdMutation): boolean =>
  collection === (operation === SyncdOperation.REMOVE ? ADDRESS_BOOK : CHAT_MARKS);

const contentsOf = (node: BinaryNode): Uint8Array[] =>
  getBinaryNodeChildren(getBinaryNodeChild(node, 'patches') ?? node, 'patch').flatMap(({ content }) =>
    content instanceof Uint8Array ? [content] : [],
  );

/**
 * Returns the changes in WhatsApp's answer to a synchronization of settings: chats marked as read, and contacts removed
 * from the address book. Baileys reports neither the time of such a mark nor a removal. Marks as unread, archived,
 * muted, pinned and starred chats have no meaning in the product. The MACs of every change are verified.
 *
 * Not read: snapshots, because they hold earlier states, and patches that WhatsApp stores as files.
 * @throws if a key is missing; Baileys then requests the patch again after the phone has shared the key
 */
export const settingsChanges = async (
  answer: BinaryNode,
  keyOf: KeyOf,
  receivedAt: number,
): Promise<PhoneChange[]> => {
  const changes: PhoneChange[] = [];
  for (const collection of getBinaryNodeChildren(getBinaryNodeChild(answer, 'sync'), 'collection'))
    for (const content of contentsOf(collection))
      for (const mutation of proto.SyncdPatch.decode(content).mutations) {
        if (!mayMatter(collection.attrs.name, mutation)) continue;
        const isRemoval = mutation.operation === SyncdOperation.REMOVE;
        const read = (change: ChatMutation): void => {
          const found = changeOf(change, isRemoval, receivedAt);
          if (found !== undefined) changes.push(found);
        };
        // One by one, because the callback does not tell the operation.
        await decodeSyncdMutations([mutation], newLTHashState(), keyOf, read, true);
      }
  return changes;
};
