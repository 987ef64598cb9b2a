import Box from '@mui/material/Box';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import { Link } from 'react-router';
import { CountBadge } from '../../../components/count-badge.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { useChatName } from '../hooks/use-chat-name.ts';
import { unreadOf } from '../put-chat.ts';

interface ChatRowProps {
  chat: InternalChatView;
  isOpen: boolean;
  /** Returns whether a click opened the chat, so that the link is not followed. */
  onOpen: (uuid: string) => boolean;
}

/** A chat in the list: name, last message, its time and the number of unread messages. */
export const ChatRow = ({ chat, isOpen, onOpen }: ChatRowProps) => {
  const { t } = useTranslation('internal-chats');
  const { id: userId } = useUser();
  const name = useChatName()(chat);
  const unread = unreadOf(chat, userId);
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={paths.chat(chat.uuid)}
        selected={isOpen}
        {...(isOpen ? { 'aria-current': 'page' } : {})}
        onClick={(event) => {
          const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
          if (!opensTab && onOpen(chat.uuid)) event.preventDefault();
        }}
        sx={{ gap: 3, paddingInline: 2, borderRadius: `${radius.control}px` }}
      >
        <UserAvatar name={name} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
            <Typography variant="subtitle1" component="span" noWrap sx={{ flex: 1 }}>
              {name}
            </Typography>
            <Typography
              variant="caption"
              component="time"
              dateTime={chat.updatedAt}
              sx={{ color: 'text.secondary' }}
            >
              {formatWhen(chat.updatedAt)}
            </Typography>
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 20 }}>
            <Typography variant="body2" component="span" noWrap sx={{ flex: 1, color: 'text.secondary' }}>
              {chat.lastMessage === '' ? t('noMessages') : chat.lastMessage}
            </Typography>
            {unread > 0 && <CountBadge count={unread} label={t('unread', { count: unread })} />}
          </Box>
        </Box>
      </ListItemButton>
    </ListItem>
  );
};
