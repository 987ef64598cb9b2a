import AnnouncementOutlined from '@mui/icons-material/AnnouncementOutlined';
import { useState } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { LazyPopover } from '../../../components/lazy-popover.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { withTexts } from '../../../lib/texts/with-texts.ts';
import { layout } from '../../../theme/tokens.ts';
import { useUnreadAnnouncements } from '../hooks/use-announcements.ts';

const AnnouncementsPanel = lazyPart(async () => ({
  default: (await withTexts(import('./announcements-panel.tsx'), 'announcements', 'messages'))
    .AnnouncementsPanel,
}));

/** The badge shows `9+` above this number. */
const COUNTED = 9;

/** A button with the number of unread announcements that opens the announcements. */
export const AnnouncementsButton = () => {
  const { t } = useTranslation(['shell', 'titles']);
  const unread = useUnreadAnnouncements();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (unread === null) return null;
  const title = t('titles:announcements');
  return (
    <>
      <IconAction
        label={unread === 0 ? title : t('unreadAnnouncements', { count: unread })}
        icon={<AnnouncementOutlined />}
        badge={unread}
        badgeMax={COUNTED}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <LazyPopover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: {
              width: layout.dialogNarrow,
              maxWidth: '92vw',
              maxHeight: '75dvh',
              display: 'flex',
              flexDirection: 'column',
            },
          },
        }}
      >
        <AnnouncementsPanel />
      </LazyPopover>
    </>
  );
};
