import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const users: FeatureManifest = {
  feature: 'users',
  menu: { id: 'users', path: paths.users, Icon: PeopleAltOutlined },
  screens: [{ path: paths.users }],
  ability: 'users-page:view',
};
