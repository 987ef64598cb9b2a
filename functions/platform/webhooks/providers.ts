import type { WebhookProvider } from '@prosa/shared/contracts/route.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { RawRequest } from '../http/http-call.ts';
import type { QueryValues } from '../http/read-query.ts';
import { proveMeta } from './meta.ts';

/** The raw request whose signature is verified, before any parsing. */
export interface Proof {
  method: string;
  request: RawRequest;
  query: QueryValues;
}

interface Provider {
  /** Throws AppError if the request does not come from the provider. */
  prove: (proof: Proof) => Promise<void>;
  /** Queue of the provider's deliveries. */
  queue: QueueName;
  /** Headers that the provider's worker reads, in lower case. */
  headers: readonly string[];
}

/** Providers that call our webhooks. A row tells how a signature is verified, and which queue gets the deliveries. */
export const PROVIDERS: Record<WebhookProvider, Provider> = {
  meta: { prove: proveMeta, queue: 'meta-webhooks', headers: [] },
};
