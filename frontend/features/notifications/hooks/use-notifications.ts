import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useEffect, useRef } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { hearEvents } from '../../../lib/live/hear-events.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { playNotification } from '../../../lib/screen/sound.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useBranding } from '../../branding/hooks/use-branding.ts';
import { transferText } from '../../tickets/transfer-text.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { showNotice } from '../browser-notice.ts';
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

/** Announces customers' messages and transferred tickets by sound, browser notification and tab title. */
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
    const handedOver = createTransferWatch();
    return hearEvents((event) => {
      const { t: text, user: me, navigate: go, reading: uuid } = now.current;
      const visible = document.visibilityState === 'visible' && document.hasFocus();
      const viewer = viewerOf(me);
      const show = (ticket: TicketView, title: string, body: string) => {
        playNotification().catch(notifyError);
        if (visible) return;
        const { uuid: tag, contact } = ticket;
        showNotice({ title, body, tag, icon: contact.urlPicture }, () => void go(paths.ticket(tag)));
      };
      const transferred = handedOver(event, viewer);
      if (transferred !== null && !(visible && uuid === transferred.uuid)) {
        show(transferred, transferred.contact.name, transferText(transferred));
      } else if (event.name === 'appMessage' && isWorthAnnouncing(event.data, viewer, { uuid, visible })) {
        const { ticket, message } = event.data;
        const title = text('newMessage', { name: ticket.contact.name });
        show(ticket, title, message.body === '' ? text('media') : message.body);
      }
    });
  }, []);
};
