import type { ConnectionHealth, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { AccountNews } from '../../channels/account-news.ts';
import { later } from '../messages/ticket-after-message.ts';
import { isSurelyBefore } from '../surely-before.ts';

interface Known<S, H> {
  state: S;
  health: H;
}

/** Returns the live state after news about whether the account can be used. */
const stateAfter = <S extends ConnectionState>(
  state: S,
  news: Extract<AccountNews, { topic: 'standing' }>,
  madeAtMs: number,
): S => {
  // Linked again, or found to be down, since these news.
  if (isSurelyBefore(madeAtMs, state.changedAt)) return state;
  const changedAt = new Date(Math.max(madeAtMs, Date.parse(state.changedAt))).toISOString();
  if (!news.isUsable)
    return state.status === 'CONNECTED'
      ? { ...state, status: 'DISCONNECTED', reason: news.reason, changedAt }
      : state;
  // Only the end of its own reason makes an account usable: its token may be refused as well.
  return state.status === 'DISCONNECTED' && state.reason === news.reason
    ? { ...state, status: 'CONNECTED', reason: '', changedAt }
    : state;
};

/** Returns the fields of an account's health that news change. */
const healthFields = (news: AccountNews, at: string): Partial<ConnectionHealth> => {
  switch (news.topic) {
    case 'standing':
      return news.isUsable ? { violationAt: null, restriction: null } : {};
    case 'restriction':
      return { restriction: { kind: 'other', until: news.until } };
    case 'violation':
      return { violationAt: at };
    case 'limit':
      return {
        quota:
          news.people === null ? null : { warning: 'none', used: null, total: news.people, renewsAt: null },
      };
  }
};

/**
 * Returns the live state and the health of an account after its provider's news. undefined if the news are older than
 * known ones of the same topic.
 * @param madeAtMs when the provider made the news, in epoch milliseconds
 */
export const afterAccountNews = <S extends ConnectionState, H extends ConnectionHealth>(
  { state, health }: Known<S, H>,
  news: AccountNews,
  madeAtMs: number,
): Known<S, H> | undefined => {
  if (isSurelyBefore(madeAtMs, health.newsAt[news.topic])) return undefined;
  const at = new Date(madeAtMs).toISOString();
  return {
    state: news.topic === 'standing' ? stateAfter(state, news, madeAtMs) : state,
    health: {
      ...health,
      ...healthFields(news, at),
      newsAt: { ...health.newsAt, [news.topic]: at },
      toldAt: later(health.toldAt, at),
    },
  };
};
