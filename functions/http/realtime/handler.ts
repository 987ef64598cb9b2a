import { REALTIME_TICKET_TTL_MS } from '@prosa/shared/contracts/realtime.ts';
import { toInstant } from '../../platform/clock.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit } from '../../platform/table/commit.ts';
import { SocketToken } from '../../platform/table/entities/users.ts';
import { globalTable } from '../../platform/table/table.ts';
import { routes } from './function.ts';

const TICKET_BYTES = 32;
const SECOND_MS = 1000;

export const handler = bindRoutes(routes, {
  /** Creates a socket token. One write; only the hash is stored. */
  createTicket: async ({ principal, clock, ids }) => {
    const now = clock.now();
    const ticket = ids.token(TICKET_BYTES);
    await commit([
      globalTable.put(
        SocketToken,
        {
          hash: sha256(ticket),
          companyId: principal.companyId,
          userId: principal.userId,
          sessionId: principal.sessionId,
          expiresAt: toInstant(now + REALTIME_TICKET_TTL_MS),
        },
        'absent',
        now,
      ),
    ]);
    return { ticket, expiresInS: REALTIME_TICKET_TTL_MS / SECOND_MS };
  },
});
