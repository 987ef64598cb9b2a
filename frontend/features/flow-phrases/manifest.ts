import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/flow-phrases.json';

declare global {
  interface FeatureTexts {
    'flow-phrases': typeof texts;
  }
}

export const flowPhrases: FeatureManifest = {
  feature: 'flow-phrases',
  menu: { path: paths.flowPhrases, Icon: RecordVoiceOverOutlined },
  screens: [{ path: paths.flowPhrases, texts: ['flow-phrases', 'connections'] }],
  // Only administrators change what starts a flow, as they do flows.
  ability: 'queues-page:view',
};
