import FolderCopyOutlined from '@mui/icons-material/FolderCopyOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/file-lists.json';

declare global {
  interface FeatureTexts {
    'file-lists': typeof texts;
  }
}

export const fileLists: FeatureManifest = {
  feature: 'file-lists',
  menu: { path: paths.fileLists, Icon: FolderCopyOutlined },
  screens: [{ path: paths.fileLists, texts: ['file-lists', 'template', 'messages'] }],
  // File lists belong to the queues that send them.
  ability: 'queues-page:view',
};
