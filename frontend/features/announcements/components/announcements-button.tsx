import AnnouncementOutlined from '@mui/icons-material/AnnouncementOutlined';
import { PanelButton } from '../../../components/panel-button.tsx';
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
  if (unread === null) return null;
  const title = t('titles:announcements');
  return (
    <PanelButton
      title={title}
      label={unread === 0 ? title : t('unreadAnnouncements', { count: unread })}
      icon={<AnnouncementOutlined />}
      badge={unread}
      badgeMax={COUNTED}
      sx={{ width: layout.dialogNarrow, maxHeight: '75dvh', display: 'flex', flexDirection: 'column' }}
    >
      {() => <AnnouncementsPanel />}
    </PanelButton>
  );
};
