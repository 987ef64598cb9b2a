import { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'file-lists'> = {
  file: () => {
    invalidateSoon(fileListRoutes.list);
    invalidateSoon(fileListRoutes.listBrief);
  },
};

export default reducers;
