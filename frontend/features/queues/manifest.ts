import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/queues.json';

declare global {
  interface FeatureTexts {
    queues: typeof texts;
  }
}

export const queues: FeatureManifest = {
  feature: 'queues',
  menu: { path: paths.queues, Icon: AccountTreeOutlined, ability: 'drawer-admin-items:view' },
  screens: [{ path: paths.queues, texts: ['queues', 'template', 'week-hours'] }],
  ability: 'queues-page:view',
};
