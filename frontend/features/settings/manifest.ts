import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/settings.json';

declare global {
  interface FeatureTexts {
    settings: typeof texts;
  }
}

export const settings: FeatureManifest = {
  feature: 'settings',
  menu: { path: paths.settings, Icon: SettingsOutlined, ability: 'drawer-admin-items:view' },
  screens: [{ path: paths.settings, texts: ['settings', 'template', 'week-hours', 'helps'] }],
  ability: 'settings-page:view',
};
