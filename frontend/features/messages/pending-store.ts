import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { createStore } from 'zustand/vanilla';
import { readStored, type StoredValue, writeStored } from '../../lib/storage.ts';

/** What the ids of messages begin with that the server does not know yet. */
export const PENDING_PREFIX = 'pending-';

/** A file on its way. Lives for the visit: a browser cannot keep it over a reload. */
export interface PendingFile {
  file: File;
  voice: boolean;
  /** Object URL, for what can be shown. */
  previewUrl: string;
  /** Bytes sent, 0 to 1. */
  progress: number;
  /** What the bucket calls it; null until all of it is there. A repetition names the same one, or it would be another message. */
  key: string | null;
  abort: AbortController;
}

type PendingText = StoredValue<'pendingMessages'>[number];

/**
 * A message that the server has not confirmed yet. The same client id never makes a second message, however often it
 * is sent; `error` is the code by which it was refused, null while it is on its way or waits.
 */
export interface PendingMessage extends PendingText {
  quoted: MessageView['quotedMsg'];
  file: PendingFile | null;
  /** The line is down: it leaves by itself, after those before it. */
  isWaiting: boolean;
}

/** Messages on their way, in the order typed. Texts survive a reload and are sent again with the same id. */
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

/** Changes every pending message that `which` holds for. */
export const changePending = (
  which: (message: PendingMessage) => boolean,
  part: Partial<PendingMessage>,
): void => save(pendingMessages().map((message) => (which(message) ? { ...message, ...part } : message)));

/** Takes a message back that never reached the server, or that the server has by now. */
export const discardPending = (clientId: string): void => {
  const found = pendingMessages().find((message) => message.clientId === clientId);
  if (found === undefined) return;
  found.file?.abort.abort();
  if (found.file !== null) URL.revokeObjectURL(found.file.previewUrl);
  save(pendingMessages().filter((message) => message !== found));
};
