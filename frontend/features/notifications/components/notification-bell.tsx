import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import NotificationsRounded from '@mui/icons-material/NotificationsRounded';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { formatCount } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUnreadCount } from '../hooks/use-unread-tickets.ts';

const NotificationsPanel = lazyPart(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}));

/** A button with the unread count that opens the unread conversations. */
export const NotificationBell = () => {
  const { t } = useTranslation('notifications');
  const count = useUnreadCount();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconAction
        label={count === 0 ? t('title') : t('open', { count, shown: formatCount(count) })}
        icon={count === 0 ? <NotificationsNoneRounded /> : <NotificationsRounded />}
        badge={count}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('title'),
            sx: { width: layout.contactDrawer, maxWidth: '92vw' },
          },
        }}
      >
        <NotificationsPanel onClose={close} />
      </LazyPopover>
    </>
  );
};
