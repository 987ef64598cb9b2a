import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/dashboard.json';

declare global {
  interface FeatureTexts {
    dashboard: typeof texts;
  }
}

export const dashboard: FeatureManifest = {
  feature: 'dashboard',
  menu: { path: paths.home, Icon: DashboardOutlined },
  screens: [{ path: paths.home, texts: ['dashboard', 'week-hours'] }],
  ability: 'dashboard:view',
};
