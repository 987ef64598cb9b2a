import ApiRounded from '@mui/icons-material/ApiRounded';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/messages-api.json';

declare global {
  interface FeatureTexts {
    'messages-api': typeof texts;
  }
}

export const messagesApi: FeatureManifest = {
  feature: 'messages-api',
  menu: { path: paths.messagesApi, Icon: ApiRounded },
  screens: [
    { path: paths.messagesApi, texts: ['messages-api', 'connections', 'dashboard', 'messages', 'errors'] },
  ],
  ability: 'drawer-admin-items:view',
  plan: 'useExternalApi',
};
