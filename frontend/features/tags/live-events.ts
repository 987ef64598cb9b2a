import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'tags'> = {
  tag: (_context, { data }) => {
    invalidateSoon(tagRoutes.list);
    invalidateSoon(tagRoutes.listBrief);
    if (data.action === 'delete' || data.tag.kanban === 1) invalidateSoon(kanbanRoutes.lanes);
  },
};

export default reducers;
