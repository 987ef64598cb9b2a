import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUnreadChats } from '../hooks/use-unread-chats.ts';

const ChatsPanel = lazyPart(() => withTexts(import('./chats-panel.tsx'), 'internal-chats'));

/** A button with the number of unread messages that opens the internal chats; nothing without the plan's feature. */
export const ChatsButton = () => {
  const { t } = useTranslation(['shell', 'titles']);
  const unread = useUnreadChats();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (unread === null) return null;
  const close = () => setAnchor(null);
  const title = t('titles:internal-chats');
  return (
    <>
      <IconAction
        label={unread === 0 ? title : t('unreadChats', { count: unread })}
        icon={<GroupsOutlined />}
        badge={unread}
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
            'aria-label': title,
            sx: { width: layout.contactDrawer, maxWidth: '92vw' },
          },
        }}
      >
        <ChatsPanel onClose={close} />
      </LazyPopover>
    </>
  );
};
