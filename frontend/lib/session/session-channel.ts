import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { closeSession, openSession, sessionStore } from './session-store.ts';

type SessionNews = { type: 'renewed'; token: string; user: SessionUser } | { type: 'signed-out' };

const NAME = 'prosa-session';
let channel: BroadcastChannel | null = null;

/** Tells this browser's other tabs that the session was renewed or ended. */
export const announceSession = (news: SessionNews): void => channel?.postMessage(news);

/**
 * Follows the session of the other tabs: they share one cookie. Another person's sign-in reloads this tab, because
 * everything on the screen belongs to the one before. Answers with what stops it.
 */
export const followOtherTabs = (reload: () => void): (() => void) => {
  const opened = new BroadcastChannel(NAME);
  channel = opened;
  opened.onmessage = ({ data }: MessageEvent<SessionNews>) => {
    if (data.type === 'signed-out') {
      closeSession();
      return;
    }
    const { status, user } = sessionStore.getState();
    if (status === 'signed-in' && user?.id !== data.user.id) reload();
    else openSession(data);
  };
  return () => {
    opened.close();
    channel = null;
  };
};
