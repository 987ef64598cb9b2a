import ChecklistRounded from '@mui/icons-material/ChecklistRounded';
import type { FeatureManifest } from '../../lib/screen/feature-manifest.ts';
import { paths } from '../../lib/screen/paths.ts';
import type texts from '../../locales/pt/todo-list.json';

declare global {
  interface FeatureTexts {
    'todo-list': typeof texts;
  }
}

export const todoList: FeatureManifest = {
  feature: 'todo-list',
  menu: { path: paths.todoList, Icon: ChecklistRounded },
  screens: [{ path: paths.todoList }],
};
