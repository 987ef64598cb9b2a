import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { dropImportProgress, putImportProgress } from './import-progress.ts';

const reducers: LiveReducers<'connections'> = {
  whatsapp: () => invalidateSoon(connectionRoutes.list),
  whatsappSession: () => {
    invalidateSoon(connectionRoutes.list);
    invalidateSoon(connectionRoutes.get);
  },
  importMessages: (_context, { data }) => {
    if (data.action === 'update') {
      putImportProgress(data.whatsappId, data.status);
      return;
    }
    dropImportProgress(data.whatsappId);
    // Refetched, because no events were published for the imported messages.
    for (const row of [connectionRoutes.list, ticketRoutes.list, ticketRoutes.count, messageRoutes.list])
      invalidateSoon(row);
  },
};

export default reducers;
