import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import NotificationsRounded from '@mui/icons-material/NotificationsRounded';
import { PanelButton } from '../../../components/panel-button.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { formatCount } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUnreadCount } from '../hooks/use-unread-tickets.ts';

const NotificationsPanel = lazyPart(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}));

/** A button with the unread count that opens the unread conversations. */
export const NotificationBell = () => {
  const { t } = useTranslation('notifications');
  const count = useUnreadCount();
  return (
    <PanelButton
      title={t('title')}
      label={count === 0 ? t('title') : t('open', { count, shown: formatCount(count) })}
      icon={count === 0 ? <NotificationsNoneRounded /> : <NotificationsRounded />}
      badge={count}
    >
      {(close) => <NotificationsPanel onClose={close} />}
    </PanelButton>
  );
};
