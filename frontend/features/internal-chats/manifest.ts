import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/internal-chats.json';

declare global {
  interface FeatureTexts {
    'internal-chats': typeof texts;
  }
}

export const internalChats: FeatureManifest = {
  feature: 'internal-chats',
  menu: { path: paths.chats, Icon: GroupsOutlined },
  screens: [{ path: paths.chat(':uuid?'), texts: ['internal-chats', 'messages'] }],
  plan: 'useInternalChat',
};
