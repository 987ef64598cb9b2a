import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import { PanelButton } from '../../../components/panel-button.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { useUnreadChats } from '../hooks/use-unread-chats.ts';

const ChatsPanel = lazyPart(() => withTexts(import('./chats-panel.tsx'), 'internal-chats'));

/** A button with the number of unread messages that opens the internal chats; nothing without the plan's feature. */
export const ChatsButton = () => {
  const { t } = useTranslation(['shell', 'titles']);
  const unread = useUnreadChats();
  if (unread === null) return null;
  const title = t('titles:internal-chats');
  return (
    <PanelButton
      title={title}
      label={unread === 0 ? title : t('unreadChats', { count: unread })}
      icon={<GroupsOutlined />}
      badge={unread}
    >
      {(close) => <ChatsPanel onClose={close} />}
    </PanelButton>
  );
};
