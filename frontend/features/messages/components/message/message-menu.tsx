import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import ReplyRounded from '@mui/icons-material/ReplyRounded';
import ShortcutRounded from '@mui/icons-material/ShortcutRounded';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { mayDeleteMessage } from '@prosa/shared/rules/message-rights.ts';
import type { ReactNode } from 'react';
import { ActionMenu } from '../../../../components/action-menu.tsx';
import { notifyError, notifySuccess } from '../../../../lib/screen/notify.ts';
import { useAsked } from '../../../../lib/screen/use-asked.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { isForwardable } from '../../is-forwardable.ts';
import type { MessageActions } from '../../message-actions.ts';
import { PENDING_PREFIX } from '../../pending-store.ts';
import { startSelection } from '../../selection.ts';
import css from './message.module.css';

interface Entry {
  id: 'reply' | 'copy' | 'forward' | 'select' | 'edit' | 'delete';
  icon: ReactNode;
  run: () => void;
}

interface MessageMenuProps {
  message: MessageView;
  actions: MessageActions;
  /** The element at which the menu is open; null while it is closed. */
  anchor: HTMLElement | null;
  onAnchor: (anchor: HTMLElement | null) => void;
}

/**
 * The menu with its entries. Mounted when it first opens, because a conversation would build the entries of every
 * message in view otherwise.
 */
const EntriesMenu = ({ message, actions, anchor, onAnchor }: MessageMenuProps) => {
  const { t } = useTranslation('messages');
  const user = useUser();
  const { can, quote } = actions;
  const isText = message.mediaType === 'extendedTextMessage';
  const editable =
    message.fromMe &&
    !message.isPrivate &&
    isText &&
    message.sendState === 'sent' &&
    message.user?.id === user.id &&
    Date.now() - Date.parse(message.createdAt) < (can?.editWindowMs ?? 0);
  // A note, or a message that the contact never got, can be deleted on every channel.
  const isOnlyHere = message.isPrivate || message.sendState === 'failed';
  const deletable =
    message.fromMe &&
    mayDeleteMessage(message.user?.id ?? null, user) &&
    (isOnlyHere || can?.delete === true);
  const copy = () => {
    navigator.clipboard.writeText(message.body).then(() => notifySuccess(t('copied')), notifyError);
  };
  const entries: (Entry | false)[] = [
    !message.isPrivate &&
      quote !== null && { id: 'reply', icon: <ReplyRounded />, run: () => quote(message) },
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
    <ActionMenu
      title={t('menu.open')}
      actions={entries
        .filter((entry) => entry !== false)
        .map((entry) => ({ ...entry, label: t(`menu.${entry.id}`), danger: entry.id === 'delete' }))}
      at={anchor}
      onClose={() => onAnchor(null)}
    />
  );
};

/**
 * The actions of a message: opened by a button with a mouse, and by a long press on the bubble with touch. On phones
 * they are a bottom sheet.
 */
export const MessageMenu = (props: MessageMenuProps) => {
  const { t } = useTranslation('messages');
  const { message, anchor, onAnchor } = props;
  const isOpen = anchor !== null;
  const asked = useAsked(isOpen);
  if (message.isDeleted || message.id.startsWith(PENDING_PREFIX)) return null;
  const label = t('menu.open');
  return (
    <>
      <button
        type="button"
        className={css.menu}
        data-hint={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => onAnchor(event.currentTarget)}
      >
        <ExpandMoreRounded fontSize="small" />
      </button>
      {asked && <EntriesMenu {...props} />}
    </>
  );
};
