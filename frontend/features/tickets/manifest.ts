import ForumOutlined from '@mui/icons-material/ForumOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const tickets: FeatureManifest = {
  feature: 'tickets',
  menu: { id: 'tickets', path: paths.tickets, Icon: ForumOutlined },
};
