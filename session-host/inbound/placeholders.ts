import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  MISSING_KEYS_ERROR_TEXT,
  proto,
  type WAMessage,
} from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import { type Outgoing, toInboundEvents } from './inbound.ts';

const { StubType } = proto.WebMessageInfo;

/** Values of the stanza's `type` on changes. Its `edit` is present on edits, pins and deletions. */
const CHANGING_TYPES: ReadonlySet<string> = new Set(['reaction']);
const CHANGING_META: ReadonlySet<string> = new Set(['vote', 'response', 'edit']);

/** Whether a stanza changes another message. If it cannot be decrypted, no message is missing. */
export const changesAnother = (node: BinaryNode): boolean => {
  const meta = getBinaryNodeChild(node, 'meta')?.attrs;
  return (
    node.attrs.edit !== undefined ||
    CHANGING_TYPES.has(node.attrs.type ?? '') ||
    CHANGING_META.has(meta?.polltype ?? meta?.event_type ?? '')
  );
};

/**
 * Whether a stanza becomes a message: one that Baileys decrypts, or one that only the phone has. Baileys drops bots'
 * `msmsg`, and empty ciphertexts.
 */
export const isDelivered = (node: BinaryNode): boolean => {
  const ciphertexts = getBinaryNodeChildren(node, 'enc');
  return ciphertexts.length === 0
    ? getBinaryNodeChild(node, 'unavailable') !== undefined
    : ciphertexts.some(({ attrs, content }) => attrs.type !== 'msmsg' && content instanceof Uint8Array);
};

/** Whether a message could not be decrypted. */
export const isCiphertext = ({ messageStubType }: Pick<WAMessage, 'messageStubType'>): boolean =>
  messageStubType === StubType.CIPHERTEXT;

/**
 * Returns the message of a stanza whose content WhatsApp has for phones only: the first of a conversation after an
 * advertisement, or a view-once message. Undefined for other stanzas.
 */
export const unavailableMessage = (node: BinaryNode, meId: string, meLid: string): WAMessage | undefined => {
  const unavailable = getBinaryNodeChild(node, 'unavailable');
  if (unavailable === undefined || getBinaryNodeChild(node, 'enc') !== undefined) return undefined;
  const { fullMessage } = decodeMessageNode(node, meId, meLid);
  const isViewOnce = unavailable.attrs.type?.startsWith('view_once') === true;
  return {
    ...fullMessage,
    key: { ...fullMessage.key, isViewOnce },
    messageStubType: StubType.CIPHERTEXT,
  };
};

/** Whether a decryption error says that the ciphertext was decrypted before. Baileys drops such a message silently. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && error.message === MISSING_KEYS_ERROR_TEXT;

/** Whether a message that failed to decrypt gets a placeholder; it does not if it changes another message. */
export const standsForMessage = (stanza: BinaryNode): boolean => !changesAnother(stanza);

/** Returns the events of a message that could not be decrypted, as the intake would make them. */
export const placeholderEvents = (
  stanza: BinaryNode,
  me: { id: string; lid: string },
  ref: ConnectionRef,
): Outgoing[] => {
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid);
  const message: WAMessage = { ...fullMessage, messageStubType: StubType.CIPHERTEXT };
  cleanMessage(message, me.id, me.lid);
  return toInboundEvents(message, { ...ref, me: [me.id, me.lid], receivedAt: Date.now() });
};
