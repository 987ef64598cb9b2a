import ViewKanbanOutlined from '@mui/icons-material/ViewKanbanOutlined';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/kanban.json';

declare global {
  interface FeatureTexts {
    kanban: typeof texts;
  }
}

export const kanban: FeatureManifest = {
  feature: 'kanban',
  menu: { path: paths.kanban, Icon: ViewKanbanOutlined },
  screens: [
    { path: paths.kanban },
    { path: paths.kanbanLanes, component: 'tags-kanban-screen', texts: ['kanban', 'template'] },
  ],
  plan: 'useKanban',
};
