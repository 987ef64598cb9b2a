import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router';
import { notifyError } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { readEvent } from '../../../lib/read-event.ts';
import { realtime } from '../../../lib/realtime-connection.ts';
import { playNotification } from '../../../lib/sound.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useBranding } from '../../branding/hooks/use-branding.ts';
import { viewerOf } from '../../tickets/viewer-of.ts';
import { showNotice } from '../browser-notice.ts';
import { unreadTitle } from '../unread-title.ts';
import { isWorthAnnouncing } from '../worth-announcing.ts';
import { useUnreadCount } from './use-unread-tickets.ts';

/** The tab's title counts unread conversations. */
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

/** Sound, browser notice and tab title of what customers write. */
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

  useEffect(
    () =>
      realtime.listen((name, data) => {
        const { t: text, user: me, navigate: go, reading: uuid } = now.current;
        const event = readEvent(me.companyId, name, data);
        if (event?.name !== 'appMessage') return;
        const visible = document.visibilityState === 'visible' && document.hasFocus();
        if (!isWorthAnnouncing(event.data, viewerOf(me), { uuid, visible })) return;
        const { ticket, message } = event.data;
        playNotification().catch(notifyError);
        if (visible) return;
        showNotice(
          {
            title: text('newMessage', { name: ticket.contact.name }),
            body: message.body === '' ? text('media') : message.body,
            tag: ticket.uuid,
            icon: ticket.contact.urlPicture,
          },
          () => void go(paths.ticket(ticket.uuid)),
        );
      }),
    [],
  );
};
