import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../../lib/storage.ts';

export type DraftTab = 'reply' | 'note';

/** Unsent drafts by user, ticket and tab; they survive a reload. Empty texts are not stored. */
export const draftStore = createStore<{ texts: Record<string, string> }>(() => ({
  texts: readStored('drafts') ?? {},
}));

const draftKey = (userId: number, ticketUuid: string, tab: DraftTab): string =>
  `${userId}:${ticketUuid}:${tab}`;

export const draftOf = (
  texts: Record<string, string>,
  userId: number,
  ticketUuid: string,
  tab: DraftTab,
): string => texts[draftKey(userId, ticketUuid, tab)] ?? '';

/** Returns the draft that the list shows of a ticket: the reply before the note; empty without a draft. */
export const shownDraft = (texts: Record<string, string>, userId: number, ticketUuid: string): string =>
  draftOf(texts, userId, ticketUuid, 'reply') || draftOf(texts, userId, ticketUuid, 'note');

export const setDraft = (userId: number, ticketUuid: string, tab: DraftTab, text: string): void => {
  const { texts } = draftStore.getState();
  const key = draftKey(userId, ticketUuid, tab);
  if ((texts[key] ?? '') === text) return;
  const { [key]: _previous, ...others } = texts;
  const next = text.trim() === '' ? others : { ...others, [key]: text };
  draftStore.setState({ texts: next });
  writeStored('drafts', next);
};
