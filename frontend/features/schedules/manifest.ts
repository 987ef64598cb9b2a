import EventOutlined from '@mui/icons-material/EventOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/schedules.json';

declare global {
  interface FeatureTexts {
    schedules: typeof texts;
  }
}

export const schedules: FeatureManifest = {
  feature: 'schedules',
  menu: { path: paths.schedules, Icon: EventOutlined },
  screens: [
    {
      path: paths.schedules,
      texts: ['schedules', 'template', 'template-picker', 'messages', 'contacts', 'errors'],
    },
  ],
  plan: 'useSchedules',
};
