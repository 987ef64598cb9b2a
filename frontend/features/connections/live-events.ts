import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';

export const connectionReducers: LiveReducers<'connections'> = {
  whatsapp: () => invalidateSoon(connectionRoutes.list),
  whatsappSession: () => {
    invalidateSoon(connectionRoutes.list);
    invalidateSoon(connectionRoutes.get);
  },
};
