import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'integrations'> = {
  queueIntegration: () => invalidateSoon(integrationRoutes.list),
};

export default reducers;
