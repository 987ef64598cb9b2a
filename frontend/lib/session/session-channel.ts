import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { closeSession, openSession, sessionStore } from './session-store.ts';

type SessionNews = { type: 'renewed'; token: string; user: SessionUser } | { type: 'signed-out' };

const NAME = 'prosa-session';
let channel: BroadcastChannel | null = null;

/** Tells this browser's other tabs that the sign-in session was refreshed or ended. */
export const announceSession = (news: SessionNews): void => channel?.postMessage(news);

/**
 * Follows the sign-in session of the other tabs, because they share one cookie. Another user's sign-in reloads this
 * tab, because everything on the screen belongs to the previous user. Returns a function that stops it.
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
