import ForumOutlined from '@mui/icons-material/ForumOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/tickets.json';

declare global {
  interface FeatureTexts {
    tickets: typeof texts;
  }
}

export const tickets: FeatureManifest = {
  feature: 'tickets',
  menu: { path: paths.tickets, Icon: ForumOutlined },
};
