import NotificationsNoneRounded from '@mui/icons-material/NotificationsNoneRounded';
import NotificationsRounded from '@mui/icons-material/NotificationsRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CountBadge } from '../../../components/count-badge.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { formatWhen } from '../../../lib/format.ts';
import { notifyError } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { layout } from '../../../theme/tokens.ts';
import { previewText } from '../../tickets/preview-text.ts';
import { askForNotices, noticePermission } from '../browser-notice.ts';
import { useUnreadTickets } from '../hooks/use-unread-tickets.ts';

/** What is unread, a click away. Offers the browser's notices until they were decided on. */
export const NotificationBell = () => {
  const { t } = useTranslation('notifications');
  const tickets = useUnreadTickets();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [permission, setPermission] = useState(noticePermission);
  const close = () => setAnchor(null);
  const allow = async () => {
    await askForNotices();
    setPermission(noticePermission());
  };
  return (
    <>
      <IconAction
        label={tickets.length === 0 ? t('title') : t('open', { count: tickets.length })}
        icon={tickets.length === 0 ? <NotificationsNoneRounded /> : <NotificationsRounded />}
        badge={tickets.length}
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
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            paddingInline: 4,
            paddingBlock: 3,
          }}
        >
          <Typography variant="h3" component="h2">
            {t('title')}
          </Typography>
          {permission === 'default' && (
            <Button size="small" onClick={() => void allow().catch(notifyError)}>
              {t('allow')}
            </Button>
          )}
        </Box>
        {tickets.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary', paddingInline: 4, paddingBottom: 5 }}>
            {t('empty')}
          </Typography>
        ) : (
          <List
            disablePadding
            sx={{ maxHeight: layout.popoverList, overflow: 'auto', paddingInline: 2, paddingBottom: 2 }}
          >
            {tickets.map((ticket) => (
              <ListItem key={ticket.id} disablePadding>
                <ListItemButton
                  component={Link}
                  to={paths.ticket(ticket.uuid)}
                  onClick={close}
                  sx={{ gap: 3, paddingInline: 2 }}
                >
                  <UserAvatar
                    name={ticket.contact.name}
                    src={ticket.contact.urlPicture}
                    channel={ticket.channel}
                  />
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
                      <Typography variant="subtitle1" noWrap sx={{ flex: 1 }}>
                        {ticket.contact.name}
                      </Typography>
                      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                        {formatWhen(ticket.updatedAt)}
                      </Typography>
                    </Box>
                    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
                      <Typography variant="body2" noWrap sx={{ flex: 1, color: 'text.secondary' }}>
                        {previewText(ticket.lastMessage)}
                      </Typography>
                      <CountBadge
                        count={ticket.unreadMessages}
                        label={t('unread', { count: ticket.unreadMessages })}
                      />
                    </Box>
                  </Box>
                </ListItemButton>
              </ListItem>
            ))}
          </List>
        )}
      </LazyPopover>
    </>
  );
};
