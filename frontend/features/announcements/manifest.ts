import AnnouncementOutlined from '@mui/icons-material/AnnouncementOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/announcements.json';

declare global {
  interface FeatureTexts {
    announcements: typeof texts;
  }
}

export const announcements: FeatureManifest = {
  feature: 'announcements',
  // The screen itself turns others away, with an error and back to the start. Super administrators have this ability;
  // open tabs of the release before would refuse a session with an ability that they do not know.
  menu: { path: paths.announcements, Icon: AnnouncementOutlined, ability: 'companies-page:view' },
  screens: [{ path: paths.announcements, texts: ['announcements', 'messages'] }],
};
