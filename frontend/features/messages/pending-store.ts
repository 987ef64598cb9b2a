import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { createStore } from 'zustand/vanilla';
import { readStored, type StoredValue, writeStored } from '../../lib/storage.ts';

/** Prefix of the ids of messages that the server does not have yet. */
export const PENDING_PREFIX = 'pending-';

/** A file being uploaded. Only in memory, because a browser cannot keep it over a reload. */
export interface PendingFile {
  file: File;
  voice: boolean;
  /** Object URL, for files that can be previewed. */
  previewUrl: string;
  /** Share of bytes sent, 0 to 1. */
  progress: number;
  /**
   * The file's key in the bucket; null until it is uploaded completely. A retry must send the same key, otherwise it
   * would be a different message.
   */
  key: string | null;
  abort: AbortController;
}

type PendingText = StoredValue<'pendingMessages'>[number];

/**
 * A message that the server has not confirmed yet. The client id makes sending idempotent. `error` is the code of a
 * refusal; null while the message is being sent or waits.
 */
export interface PendingMessage extends PendingText {
  quoted: MessageView['quotedMsg'];
  file: PendingFile | null;
  /** Whether the message waits for the network: it is sent automatically, after earlier ones. */
  isWaiting: boolean;
}

/** Pending messages in the order typed. Texts survive a reload and are sent again with the same client id. */
export const pendingStore = createStore<{ messages: readonly PendingMessage[] }>(() => ({
  messages: (readStored('pendingMessages') ?? []).map((text) => ({
    ...text,
    quoted: null,
    file: null,
    isWaiting: false,
  })),
}));

const save = (messages: readonly PendingMessage[]): void => {
  pendingStore.setState({ messages });
  const texts = messages
    .filter(({ file }) => file === null)
    .map(({ file: _file, quoted: _quoted, isWaiting: _isWaiting, ...text }) => text);
  writeStored('pendingMessages', texts.length === 0 ? null : texts);
};

export const pendingMessages = (): readonly PendingMessage[] => pendingStore.getState().messages;

export const addPending = (message: PendingMessage): void => save([...pendingMessages(), message]);

/** Changes every pending message that matches `which`. */
export const changePending = (
  which: (message: PendingMessage) => boolean,
  part: Partial<PendingMessage>,
): void => save(pendingMessages().map((message) => (which(message) ? { ...message, ...part } : message)));

/** Removes a pending message that never reached the server, or that the server has by now. */
export const discardPending = (clientId: string): void => {
  const found = pendingMessages().find((message) => message.clientId === clientId);
  if (found === undefined) return;
  found.file?.abort.abort();
  if (found.file !== null) URL.revokeObjectURL(found.file.previewUrl);
  save(pendingMessages().filter((message) => message !== found));
};
