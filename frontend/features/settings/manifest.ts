import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const settings: FeatureManifest = {
  feature: 'settings',
  menu: { id: 'settings', path: paths.settings, Icon: SettingsOutlined },
  screens: [{ path: paths.settings }],
  ability: 'settings-page:view',
};
