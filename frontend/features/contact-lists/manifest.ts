import RecentActorsOutlined from '@mui/icons-material/RecentActorsOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/contact-lists.json';

declare global {
  interface FeatureTexts {
    'contact-lists': typeof texts;
  }
}

export const contactLists: FeatureManifest = {
  feature: 'contact-lists',
  menu: { path: paths.contactLists, Icon: RecentActorsOutlined },
  screens: [
    { path: paths.contactLists },
    {
      path: paths.contactListContacts(':contactListId'),
      component: 'list-contacts-screen',
      texts: ['contact-lists', 'contact-files', 'messages', 'errors'],
    },
  ],
  // Only administrators have it, and the routes are for administrators. Open tabs of the release before would refuse a
  // session with an ability that they do not know.
  ability: 'settings-page:view',
  plan: 'useCampaigns',
};
