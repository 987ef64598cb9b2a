import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const companies: FeatureManifest = {
  feature: 'companies',
  menu: { id: 'subscription', path: paths.subscription, Icon: CreditCardOutlined },
  ability: 'settings-page:view',
};
