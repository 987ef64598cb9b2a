import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { useEffect, useRef } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { call } from '../../../lib/api/api-client.ts';
import { hearEvents } from '../../../lib/live/hear-events.ts';
import { afterAbsence } from '../../../lib/live/realtime-connection.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { playNotification } from '../../../lib/screen/sound.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useBranding } from '../../branding/hooks/use-branding.ts';
import { transferText } from '../../tickets/transfer-text.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { showNotice } from '../browser-notice.ts';
import { createMissedWatch, MISSED_NOTICES } from '../missed-messages.ts';
import { unreadTitle } from '../unread-title.ts';
import { createTransferWatch, isWorthAnnouncing } from '../worth-announcing.ts';
import { useUnreadCount } from './use-unread-tickets.ts';

/** Shows the number of unread conversations in the tab's title. */
const useUnreadTitle = (): void => {
  const { appName } = useBranding();
  const count = useUnreadCount();
  useEffect(() => {
    document.title = unreadTitle(appName, count);
    return () => {
      document.title = appName;
    };
  }, [appName, count]);
};

/**
 * Announces customers' messages and transferred tickets by sound, browser notification and tab title. What came while
 * the WebSocket connection was lost is announced together when it returns: by one sound, and by the notifications of
 * the newest conversations.
 */
export const useNotifications = (): void => {
  const { t } = useTranslation('notifications');
  const user = useUser();
  const navigate = useNavigate();
  const reading = useMatch(paths.ticket(':uuid'))?.params.uuid ?? null;
  const now = useRef({ t, user, navigate, reading });
  useEffect(() => {
    now.current = { t, user, navigate, reading };
  });
  useUnreadTitle();

  useEffect(() => {
    const transfers = createTransferWatch();
    const missedMessages = createMissedWatch();
    const readingNow = () => {
      const visible = document.visibilityState === 'visible' && document.hasFocus();
      return { uuid: now.current.reading, visible };
    };
    const ring = () => void playNotification().catch(notifyError);
    const notice = ({ uuid, contact }: TicketView, title: string, body: string) => {
      const { navigate: go } = now.current;
      showNotice({ title, body, tag: uuid, icon: contact.urlPicture }, () => void go(paths.ticket(uuid)));
    };
    const messageNotice = (ticket: TicketView, body: string) => {
      const { t: text } = now.current;
      const title = text('newMessage', { name: ticket.contact.name });
      notice(ticket, title, body === '' ? text('media') : body);
    };
    const transferNotice = (ticket: TicketView) => notice(ticket, ticket.contact.name, transferText(ticket));

    const stopHearing = hearEvents((event) => {
      const viewer = viewerOf(now.current.user);
      const { uuid, visible } = readingNow();
      missedMessages.hear(event);
      const transferred = transfers.hear(event, viewer);
      if (transferred !== null && !(visible && uuid === transferred.uuid)) {
        ring();
        if (!visible) transferNotice(transferred);
      } else if (event.name === 'appMessage' && isWorthAnnouncing(event.data, viewer, { uuid, visible })) {
        ring();
        if (!visible) messageNotice(event.data.ticket, event.data.message.body);
      }
    });
    const stopLooking = afterAbsence(async (sinceMs) => {
      const { tickets } = await call(ticketRoutes.list, {
        query: { withUnreadMessages: true, withCount: false },
      });
      return () => {
        const viewer = viewerOf(now.current.user);
        const at = readingNow();
        const recent = tickets.filter(({ updatedAt }) => Date.parse(updatedAt) > sinceMs);
        const transferred = recent.filter(
          (ticket) => transfers.isNew(ticket, viewer) && !(at.visible && at.uuid === ticket.uuid),
        );
        const missed = missedMessages.missed(tickets, sinceMs, viewer, at);
        const news = recent.filter((ticket) => transferred.includes(ticket) || missed.includes(ticket));
        if (news.length === 0) return;
        ring();
        if (at.visible) return;
        // The newest last, so that it is on top.
        for (const ticket of news.slice(0, MISSED_NOTICES).toReversed()) {
          if (transferred.includes(ticket)) transferNotice(ticket);
          else messageNotice(ticket, ticket.lastMessage);
        }
      };
    });
    return () => {
      stopHearing();
      stopLooking();
    };
  }, []);
};
