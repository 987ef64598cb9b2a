import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { type ReplyFacts, replyWindow } from '@prosa/shared/rules/reply-window.ts';

/**
 * Whether a contact can be written to at a later time: `free` always, `closed` not unless the contact writes before,
 * `depends` if it is unknown when the contact wrote.
 */
export type WindowAt = 'free' | 'closed' | 'depends';

/**
 * Returns what is known about a connection's reply window when a scheduled message is due. The human-agent tag is no
 * help, because the system sends the message.
 * @param facts of the contact on this connection; undefined if unknown
 */
export const windowAt = (
  can: Pick<ChannelAbilities, 'replyWindow'>,
  facts: ReplyFacts | undefined,
  dueMs: number,
): WindowAt => {
  if (can.replyWindow === null) return 'free';
  if (facts === undefined || Number.isNaN(dueMs)) return 'depends';
  return replyWindow(can.replyWindow, facts, 'system', dueMs) === 'closed' ? 'closed' : 'free';
};
