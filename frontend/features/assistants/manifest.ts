import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type replayTexts from '../../locales/pt/assistant-replay.json';
import type texts from '../../locales/pt/assistants.json';

declare global {
  interface FeatureTexts {
    assistants: typeof texts;
    'assistant-replay': typeof replayTexts;
  }
}

export const assistants: FeatureManifest = {
  feature: 'assistants',
  menu: { path: paths.assistants, Icon: AutoAwesomeOutlined },
  screens: [
    { path: paths.assistants, texts: ['assistants', 'call-log', 'corrections'] },
    {
      path: paths.assistantReplay(':assistantId'),
      component: 'assistant-replay-screen',
      texts: ['assistant-replay', 'assistants', 'corrections', 'errors'],
    },
  ],
  // Assistants give conversations to queues, which only administrators change.
  ability: 'queues-page:view',
  plan: 'useOpenAi',
};
