import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isReadBy } from '@prosa/shared/rules/ticket-visibility.ts';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { putTicket } from '../../tickets/put-ticket.ts';
import { isHandedTo, viewerOf } from '../../tickets/viewer-of.ts';

/** Delay before the call, so that one call marks several messages as read. */
const MARK_READ_AFTER_MS = 600;

/**
 * Marks a ticket as read while its newest messages are visible, if the user is its reader. Also clears the transfer
 * mark of a ticket that was transferred to this user.
 * @param newestId id of the newest stored message on the screen; null while the end of the conversation is not loaded
 */
export const useMarkRead = (ticket: TicketView | undefined, newestId: string | null): void => {
  const user = useUser();
  const uuid = ticket?.uuid;
  const isReader = ticket !== undefined && isReadBy(ticket, user.id);
  const handed = ticket !== undefined && isHandedTo(user, ticket) ? 1 : 0;
  const unread = isReader ? ticket.unreadMessages + handed : 0;
  useEffect(() => {
    if (uuid === undefined || newestId === null || unread === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        call(messageRoutes.read, { params: { ticketUuid: uuid }, body: { newestId } })
          .then((read) => putTicket(queryClient, read, viewerOf(user)))
          .catch(notifyError);
      }, MARK_READ_AFTER_MS);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [uuid, newestId, unread, user]);
};
