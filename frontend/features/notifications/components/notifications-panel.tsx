import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router';
import { CountBadge } from '../../../components/count-badge.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { ListSkeleton } from '../../../components/skeletons.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { notifyError } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { NEXT_PAGE_WITHIN_PX } from '../../../lib/screen/scroll-distances.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { lastMessageText } from '../../tickets/preview-text.ts';
import { transferText } from '../../tickets/transfer-text.ts';
import { askForNotices, noticePermission } from '../browser-notice.ts';
import { useUnreadTickets } from '../hooks/use-unread-tickets.ts';

interface NotificationsPanelProps {
  onClose: () => void;
}

/** Lists the unread conversations. Offers browser notifications until the user has decided on them. */
export const NotificationsPanel = ({ onClose }: NotificationsPanelProps) => {
  const { t } = useTranslation(['notifications', 'tickets']);
  const { tickets, error, retry, loadMore } = useUnreadTickets();
  const [permission, setPermission] = useState(noticePermission);
  const allow = async () => {
    await askForNotices();
    setPermission(noticePermission());
  };
  return (
    <>
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
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null && tickets === undefined && <ListSkeleton />}
      {tickets?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', paddingInline: 4, paddingBottom: 5 }}>
          {t('empty')}
        </Typography>
      )}
      {tickets !== undefined && tickets.length > 0 && (
        <List
          disablePadding
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEXT_PAGE_WITHIN_PX) loadMore();
          }}
          sx={{ maxHeight: layout.popoverList, overflow: 'auto', paddingInline: 2, paddingBottom: 2 }}
        >
          {tickets.map((ticket) => (
            <ListItem key={ticket.id} disablePadding>
              <ListItemButton
                component={Link}
                to={paths.ticket(ticket.uuid)}
                onClick={onClose}
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
                      {transferText(ticket) ||
                        lastMessageText(ticket.lastMessage, (kind) => t(`tickets:preview.${kind}`))}
                    </Typography>
                    {ticket.unreadMessages > 0 && (
                      <CountBadge
                        count={ticket.unreadMessages}
                        label={t('unread', { count: ticket.unreadMessages })}
                      />
                    )}
                  </Box>
                </Box>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
    </>
  );
};
