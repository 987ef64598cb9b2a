import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type DraftTab = 'reply' | 'note';

interface DraftState {
  /** `<user id>:<ticket uuid>:<tab>` to text. Empty texts are not kept. */
  texts: Record<string, string>;
  setDraft(userId: number, ticketUuid: string, tab: DraftTab, text: string): void;
}

const draftKey = (userId: number, ticketUuid: string, tab: DraftTab): string =>
  `${userId}:${ticketUuid}:${tab}`;

/** What was written and not sent, per person, ticket and tab; survives a reload. */
export const useDrafts = create<DraftState>()(
  persist(
    (set) => ({
      texts: {},
      setDraft: (userId, ticketUuid, tab, text) =>
        set((state) => {
          const key = draftKey(userId, ticketUuid, tab);
          if ((state.texts[key] ?? '') === text) return state;
          const { [key]: _previous, ...others } = state.texts;
          return { texts: text.trim() === '' ? others : { ...others, [key]: text } };
        }),
    }),
    { name: 'prosa.drafts', version: 1 },
  ),
);

export const draftOf = (
  texts: Record<string, string>,
  userId: number,
  ticketUuid: string,
  tab: DraftTab,
): string => texts[draftKey(userId, ticketUuid, tab)] ?? '';

/** Whether a ticket is marked as having a draft in the list. */
export const hasDraft = (texts: Record<string, string>, userId: number, ticketUuid: string): boolean =>
  draftOf(texts, userId, ticketUuid, 'reply') !== '' || draftOf(texts, userId, ticketUuid, 'note') !== '';
