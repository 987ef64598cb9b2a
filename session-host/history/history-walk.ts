import { FieldCursor, FieldReader, LENGTH_DELIMITED } from './history-fields.ts';
import type { HistoryPart } from './history-part.ts';
import { RECORD_MAX_BYTES } from './history-scratch.ts';
import { TimeSlice } from './time-slice.ts';

/** Field numbers of `WAProto.proto` (baileys 7.0.0-rc14). */
const HISTORY_SYNC = { conversations: 2, phoneNumberToLidMappings: 15 };
const CONVERSATION = { id: 1, messages: 2, name: 13, displayName: 38, pnJid: 39, lidJid: 42 };
const HISTORY_SYNC_MSG = { message: 1 };
const WEB_MESSAGE_INFO = { messageTimestamp: 3 };

/**
 * A larger message is skipped: receipts of a large group, the longest part of a message, take a few hundred
 * kilobytes.
 */
const MESSAGE_MAX_BYTES = RECORD_MAX_BYTES;
/** Maximum size of a name, an id or a mapping; longer ones are skipped. */
const TEXT_MAX_BYTES = 8 * 1024;

/** A chat of a part, without its messages. */
export interface ChatHead {
  id?: string;
  name?: string;
  displayName?: string;
  pnJid?: string;
  lidJid?: string;
}

/** Receives the contents of a part, each as the bytes of its protobuf message, valid until the callback returns. */
export interface Visitor {
  /** A `PhoneNumberToLIDMapping`. */
  mapping?(bytes: Buffer): void;
  /** A `HistorySyncMsg` of the chat whose head follows. Without this callback, messages are skipped unread. */
  message?(bytes: Buffer): Promise<void>;
  /** Called for a field that is skipped because it is too large. */
  skipped?(): void;
}

const TEXTS = new Map<number, keyof ChatHead>([
  [CONVERSATION.id, 'id'],
  [CONVERSATION.name, 'name'],
  [CONVERSATION.displayName, 'displayName'],
  [CONVERSATION.pnJid, 'pnJid'],
  [CONVERSATION.lidJid, 'lidJid'],
]);

/**
 * Reads a part from its beginning, field by field: passes mappings and messages to the visitor, and yields the head
 * of each chat after its messages. Memory: a chunk of the stream and one message.
 * @throws MediaRefused if the content is not a history
 */
export async function* walkPart(part: HistoryPart, visitor: Visitor): AsyncGenerator<ChatHead> {
  const reader = new FieldReader(part.content());
  const slice = new TimeSlice();
  try {
    for (let field = await reader.field(); field !== undefined; field = await reader.field()) {
      const { number, wire, length } = field;
      const isMessage = wire === LENGTH_DELIMITED;
      if (isMessage && number === HISTORY_SYNC.conversations)
        yield await readChat(reader, reader.position + length, visitor, slice);
      else if (isMessage && number === HISTORY_SYNC.phoneNumberToLidMappings)
        await readMapping(reader, length, visitor);
      else await reader.skip(length);
      if (slice.isOver()) await slice.rest();
    }
  } finally {
    await reader.close();
  }
}

const readMapping = async (reader: FieldReader, length: number, visitor: Visitor): Promise<void> => {
  if (visitor.mapping === undefined || length > TEXT_MAX_BYTES) await reader.skip(length);
  else visitor.mapping(await reader.take(length));
};

const readChat = async (
  reader: FieldReader,
  end: number,
  visitor: Visitor,
  slice: TimeSlice,
): Promise<ChatHead> => {
  const head: ChatHead = {};
  for (let field = await reader.field(end); field !== undefined; field = await reader.field(end)) {
    const { number, wire, length } = field;
    const text = wire === LENGTH_DELIMITED ? TEXTS.get(number) : undefined;
    const isMessage = wire === LENGTH_DELIMITED && number === CONVERSATION.messages;
    if (text !== undefined && length <= TEXT_MAX_BYTES) {
      head[text] = (await reader.take(length)).toString('utf8');
    } else if (isMessage && visitor.message !== undefined && length <= MESSAGE_MAX_BYTES) {
      await visitor.message(await reader.take(length));
    } else {
      if (isMessage || text !== undefined) visitor.skipped?.();
      await reader.skip(length);
    }
    if (slice.isOver()) await slice.rest();
  }
  return head;
};

/** Calls back with each field of a protobuf message, and with the bytes of its value. */
const eachField = (bytes: Buffer, each: (number: number, value: number, content: Buffer) => void): void => {
  const cursor = new FieldCursor(bytes);
  while (cursor.left > 0) {
    const { number, value, length } = cursor.field();
    if (length > cursor.left) throw new RangeError('a field is longer than its message');
    each(number, value, bytes.subarray(cursor.at, cursor.at + length));
    cursor.at += length;
  }
};

/**
 * Returns the second of a `HistorySyncMsg` without decoding it: 0 if its message has none, undefined if it has no
 * message. As in protobuf, the last of repeated fields counts. Throws if it is not protobuf.
 */
export const secondOf = (bytes: Buffer): number | undefined => {
  let second: number | undefined;
  eachField(bytes, (number, _value, message) => {
    if (number !== HISTORY_SYNC_MSG.message) return;
    second = 0;
    eachField(message, (inner, value) => {
      if (inner === WEB_MESSAGE_INFO.messageTimestamp) second = value;
    });
  });
  return second;
};
