import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import {
  type ReplyFacts,
  type ReplyWindow,
  type ReplyWindowPolicy,
  replyEnds,
  replyWindow,
} from '@prosa/shared/rules/reply-window.ts';
import { useNow } from '../../../lib/screen/use-now.ts';
import { type ReplyTone, replyFactsOf, replyToneOf, shownMinutes } from '../reply-time.ts';

/**
 * Returns whether the user may write to a ticket's contact, re-evaluated as time passes. `open` while the facts are
 * unknown: the server refuses what it must.
 */
export const useReplyWindow = (
  ticket: Pick<TicketView, 'heardAt' | 'freeEntryAt'> | undefined,
  policy: ReplyWindowPolicy | null | undefined,
): ReplyWindow => {
  const facts = ticket === undefined ? undefined : replyFactsOf(ticket);
  return useNow((nowMs) =>
    facts === undefined ? 'open' : replyWindow(policy ?? null, facts, 'person', nowMs),
  );
};

interface ReplyLeft {
  window: ReplyWindow;
  /** When the window ends, or ended, in epoch milliseconds; null if it never opened. */
  endMs: number | null;
  /** Minutes to show. */
  minutes: number;
  tone: ReplyTone;
}

/** Returns what is left of a reply window; its component renders only when what it shows changes. */
export const useReplyLeft = (policy: ReplyWindowPolicy, facts: ReplyFacts): ReplyLeft => {
  const { openMs, lastMs } = replyEnds(policy, facts, 'person');
  const window = useNow((nowMs) => replyWindow(policy, facts, 'person', nowMs));
  const endMs = window === 'open' ? openMs : lastMs;
  const minutes = useNow((nowMs) => (endMs === null ? 0 : shownMinutes(endMs - nowMs)));
  const tone = useNow((nowMs) => replyToneOf((endMs ?? 0) - nowMs));
  return { window, endMs, minutes, tone };
};
