import { AppError } from '@prosa/shared/errors.ts';
import { looksPublic } from '../../platform/looks-public.ts';
import type { Table } from '../../platform/table/table.ts';
import {
  type EndpointRow,
  type HealthRow,
  loadEndpoint,
} from '../../repositories/webhooks/webhook-endpoints.ts';

/** Returns an endpoint and its health. @throws AppError ERR_NO_WEBHOOK_FOUND */
export const requireEndpoint = async (
  table: Table,
  id: number,
): Promise<{ endpoint: EndpointRow; health: HealthRow | undefined }> => {
  const { endpoint, health } = await loadEndpoint(table, id);
  if (endpoint === undefined) throw new AppError('ERR_NO_WEBHOOK_FOUND');
  return { endpoint, health };
};

/**
 * Requires the address of a public HTTPS server, as far as its text shows: a name may still resolve to a private
 * address, which is refused when the endpoint is called (S-46).
 * @throws AppError ERR_WEBHOOK_URL
 */
export const requirePublicUrl = (text: string): void => {
  if (!looksPublic(new URL(text))) throw new AppError('ERR_WEBHOOK_URL');
};
