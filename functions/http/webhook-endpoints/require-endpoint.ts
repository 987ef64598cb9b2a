import { AppError } from '@prosa/shared/errors.ts';
import { isPossible } from '../../platform/fetch-outside.ts';
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

/** Top-level domains of names that no public resolver knows. */
const PRIVATE_DOMAINS: ReadonlySet<string> = new Set([
  'local',
  'localhost',
  'internal',
  'lan',
  'home',
  'arpa',
]);

/**
 * Requires the address of a public HTTPS server, as far as its text shows: a name may still resolve to a private
 * address, which is refused when the endpoint is called (S-46).
 * @throws AppError ERR_WEBHOOK_URL
 */
export const requirePublicUrl = (text: string): void => {
  const url = new URL(text);
  const { hostname } = url;
  const labels = hostname.replace(/\.$/, '').split('.');
  const isName = !hostname.startsWith('[') && labels.length > 1 && !PRIVATE_DOMAINS.has(labels.at(-1) ?? '');
  if (!isPossible(url) || !(isName || hostname.startsWith('['))) throw new AppError('ERR_WEBHOOK_URL');
};
