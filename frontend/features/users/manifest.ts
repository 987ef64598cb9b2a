import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/users.json';

declare global {
  interface FeatureTexts {
    users: typeof texts;
  }
}

export const users: FeatureManifest = {
  feature: 'users',
  menu: { path: paths.users, Icon: PeopleAltOutlined, ability: 'drawer-admin-items:view' },
  screens: [{ path: paths.users, texts: ['users', 'template'] }],
  ability: 'users-page:view',
};
