import SchemaOutlined from '@mui/icons-material/SchemaOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/flows.json';

declare global {
  interface FeatureTexts {
    flows: typeof texts;
  }
}

export const flows: FeatureManifest = {
  feature: 'flows',
  menu: { path: paths.flows, Icon: SchemaOutlined },
  screens: [
    { path: paths.flows, texts: ['flows'] },
    {
      path: paths.flow(':id'),
      component: 'flow-editor-screen',
      texts: ['flows', 'template', 'try-out', 'messages', 'errors'],
    },
  ],
  // Only administrators change flows, as they do queues.
  ability: 'queues-page:view',
};
