import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import ReplyRounded from '@mui/icons-material/ReplyRounded';
import ShortcutRounded from '@mui/icons-material/ShortcutRounded';
import Box from '@mui/material/Box';
import ListItemIcon from '@mui/material/ListItemIcon';
import MenuItem from '@mui/material/MenuItem';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { EDIT_WINDOW_MS } from '@prosa/shared/rules/edit-window.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../../../components/icon-action.tsx';
import { LazyMenu } from '../../../../components/lazy-menu.tsx';
import { notifyError, notifySuccess } from '../../../../lib/screen/notify.ts';
import { motion } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { isForwardable } from '../../is-forwardable.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { startSelection } from '../../selection.ts';
import type { MessageActions } from './message-bubble.tsx';

interface Entry {
  id: 'reply' | 'copy' | 'forward' | 'select' | 'edit' | 'delete';
  icon: ReactNode;
  run: () => void;
}

interface MessageMenuProps {
  message: MessageView;
  actions: MessageActions;
  /** What it is open at; null while it is closed. */
  anchor: HTMLElement | null;
  onAnchor: (anchor: HTMLElement | null) => void;
}

/** What can be done with a message: behind a button where there is a pointer, by a long press on the bubble elsewhere. */
export const MessageMenu = ({ message, actions, anchor, onAnchor }: MessageMenuProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  if (message.isDeleted || message.id.startsWith(PENDING_PREFIX)) return null;

  const isText = message.mediaType === 'extendedTextMessage';
  const editable =
    message.fromMe &&
    !message.isPrivate &&
    isText &&
    message.sendState === 'sent' &&
    message.user?.id === user.id &&
    Date.now() - Date.parse(message.createdAt) < EDIT_WINDOW_MS;
  const deletable = message.fromMe && mayDeleteMessage(message.user?.id ?? null, user);
  const copy = () => {
    navigator.clipboard.writeText(message.body).then(() => notifySuccess(t('copied')), notifyError);
  };
  const entries: (Entry | false)[] = [
    !message.isPrivate && { id: 'reply', icon: <ReplyRounded />, run: () => actions.quote(message) },
    message.body !== '' && { id: 'copy', icon: <ContentCopyRounded />, run: copy },
    isForwardable(message) && {
      id: 'forward',
      icon: <ShortcutRounded />,
      run: () => actions.forward(message),
    },
    isForwardable(message) && {
      id: 'select',
      icon: <CheckBoxOutlined />,
      run: () => startSelection(message.id),
    },
    editable && { id: 'edit', icon: <EditOutlined />, run: () => actions.edit(message) },
    deletable && { id: 'delete', icon: <DeleteOutlineRounded />, run: () => actions.remove(message) },
  ];
  return (
    <Box
      className="message-menu"
      sx={{
        opacity: anchor === null ? 0 : 1,
        transition: `opacity ${motion.fastMs}ms`,
        // Touch has no hover: the bubble is pressed. The button is there for those who cannot.
        '@media (hover: none)': { width: 0, overflow: 'hidden', '&:focus-within': { width: 'auto' } },
      }}
    >
      <IconAction
        label={t('menu.open')}
        size="small"
        icon={<ExpandMoreRounded fontSize="small" />}
        aria-haspopup="menu"
        onClick={(event) => onAnchor(event.currentTarget)}
      />
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => onAnchor(null)}>
        {entries
          .filter((entry) => entry !== false)
          .map((entry) => (
            <MenuItem
              key={entry.id}
              onClick={() => {
                onAnchor(null);
                entry.run();
              }}
            >
              <ListItemIcon>{entry.icon}</ListItemIcon>
              {t(`menu.${entry.id}`)}
            </MenuItem>
          ))}
      </LazyMenu>
    </Box>
  );
};
