import EventOutlined from '@mui/icons-material/EventOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';

export const schedules: FeatureManifest = {
  feature: 'schedules',
  menu: { id: 'schedules', path: paths.schedules, Icon: EventOutlined },
  screens: [{ path: paths.schedules, texts: ['schedules', 'contacts', 'errors'] }],
  plan: 'useSchedules',
};
