import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'assistants'> = {
  prompt: () => invalidateSoon(assistantRoutes.list),
};

export default reducers;
