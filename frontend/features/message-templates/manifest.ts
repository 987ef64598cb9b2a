import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/message-templates.json';

declare global {
  interface FeatureTexts {
    'message-templates': typeof texts;
  }
}

export const messageTemplates: FeatureManifest = {
  feature: 'message-templates',
  screens: [{ path: paths.connectionTemplates(':id') }],
  ability: 'drawer-admin-items:view',
};
