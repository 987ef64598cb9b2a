import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/connections.json';

declare global {
  interface FeatureTexts {
    connections: typeof texts;
  }
}

export const connections: FeatureManifest = {
  feature: 'connections',
  menu: { path: paths.connections, Icon: SyncAltOutlined },
  screens: [{ path: paths.connections, texts: ['connections', 'template', 'week-hours'] }],
  ability: 'drawer-admin-items:view',
};
