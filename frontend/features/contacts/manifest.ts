import ContactsOutlined from '@mui/icons-material/ContactsOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/contacts.json';

declare global {
  interface FeatureTexts {
    contacts: typeof texts;
  }
}

export const contacts: FeatureManifest = {
  feature: 'contacts',
  menu: { path: paths.contacts, Icon: ContactsOutlined },
  screens: [
    { path: paths.contacts, texts: ['contacts', 'contact-files'] },
    { path: paths.contactsImport, component: 'contacts-import-screen', texts: ['contact-files', 'errors'] },
  ],
};
