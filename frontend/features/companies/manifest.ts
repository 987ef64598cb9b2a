import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/companies.json';

declare global {
  interface FeatureTexts {
    companies: typeof texts;
  }
}

export const companies: FeatureManifest = {
  feature: 'companies',
  menu: { path: paths.subscription, Icon: CreditCardOutlined },
  ability: 'drawer-admin-items:view',
};
