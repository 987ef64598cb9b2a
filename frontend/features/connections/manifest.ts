import SyncAltOutlined from '@mui/icons-material/SyncAltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const connections: FeatureManifest = {
  feature: 'connections',
  menu: { id: 'connections', path: paths.connections, Icon: SyncAltOutlined },
  screens: [{ path: paths.connections }],
  ability: 'drawer-admin-items:view',
};
