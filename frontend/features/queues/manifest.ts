import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const queues: FeatureManifest = {
  feature: 'queues',
  menu: { id: 'queues', path: paths.queues, Icon: AccountTreeOutlined },
  screens: [{ path: paths.queues }],
  ability: 'queues-page:view',
};
