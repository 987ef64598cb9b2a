import pLimit from 'p-limit';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { loadListeningCompanies } from '../platform/realtime/sockets.ts';
import { publishEvents } from './publish-events.ts';
import type { RowChange } from './read-changes.ts';

/** Companies that are published to at the same time. */
const AT_ONCE = 8;

/**
 * Publishes changes of rows of the installation to the browsers of every company. Reads the companies with an open
 * WebSocket connection, so that its cost grows with these and not with all companies.
 */
export const publishEverywhere = async (changes: readonly RowChange[]): Promise<void> => {
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    (await loadListeningCompanies()).map((id) =>
      limit(() => publishEvents(systemPrincipal('live', id).companyId, changes)),
    ),
  );
};
