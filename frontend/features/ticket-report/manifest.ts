import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/ticket-report.json';

declare global {
  interface FeatureTexts {
    'ticket-report': typeof texts;
  }
}

export const ticketReport: FeatureManifest = {
  feature: 'ticket-report',
  menu: { path: paths.reports, Icon: AssessmentOutlined },
  screens: [
    { path: paths.reports, texts: ['ticket-report', 'tickets', 'contacts', 'messages', 'contact-files'] },
  ],
  ability: 'dashboard:view',
};
