import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type InternalChatView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { mayManageChat } from '@prosa/shared/rules/internal-chat-rights.ts';
import type { ReactNode } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { IconAction } from '../../../components/icon-action.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { dropChat } from '../chat-cache.ts';
import { useChatName } from '../hooks/use-chat-name.ts';

interface ChatHeaderProps {
  chat: InternalChatView;
  heading: 'h1' | 'h2';
  onEdit: () => void;
  /** Closes the chat, before it is removed. */
  onLeave: () => void;
  /** Buttons before the name and after the actions. */
  start?: ReactNode;
  end?: ReactNode;
}

/** The header of an open chat: its name and members, and its actions for those who may manage it. */
export const ChatHeader = ({ chat, heading, onEdit, onLeave, start, end }: ChatHeaderProps) => {
  const { t } = useTranslation('internal-chats');
  const user = useUser();
  const name = useChatName()(chat);
  const mayManage = mayManageChat(chat, user);
  const members = chat.users.map((member) => member.user.name).join(', ');
  const remove = () =>
    confirmRemoval({
      title: chat.isGroup ? t('remove.title', { name }) : t('remove.titleDirect', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => {
        onLeave();
        return call(internalChatRoutes.remove, { params: { id: chat.id } });
      },
      onRemoved: () => dropChat(queryClient, chat.id, user.id),
    });
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        flexShrink: 0,
        minHeight: layout.topBar + 8,
        paddingInline: 3,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {start ?? <UserAvatar name={name} />}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" component={heading} noWrap title={name}>
          {name}
        </Typography>
        <Typography
          variant="caption"
          noWrap
          title={members}
          sx={{ display: 'block', color: 'text.secondary' }}
        >
          {chat.isGroup ? members : t('direct')}
        </Typography>
      </Box>
      {mayManage && chat.isGroup && <IconAction label={t('edit')} icon={<EditOutlined />} onClick={onEdit} />}
      {mayManage && (
        <IconAction
          label={t('remove.action')}
          icon={<DeleteOutlineRounded />}
          onClick={() => void remove()}
        />
      )}
      {end}
    </Box>
  );
};
