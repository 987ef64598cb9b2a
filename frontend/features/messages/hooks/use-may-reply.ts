import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { useReplyWindow } from '../../tickets/hooks/use-reply-window.ts';
import { isWritable } from '../is-writable.ts';

/** Returns whether the user may write to the contact now: the ticket is attended, and the channel allows a reply. */
export const useMayReply = (
  ticket: TicketView | undefined,
  can: Pick<ChannelAbilities, 'replyWindow'> | undefined,
): boolean => {
  const window = useReplyWindow(ticket, can?.replyWindow);
  return isWritable(ticket?.status) && window !== 'closed';
};
