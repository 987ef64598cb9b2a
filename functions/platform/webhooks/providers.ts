import type { WebhookProvider } from '@prosa/shared/contracts/route.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { RawRequest } from '../http/http-call.ts';
import { proveMeta } from './meta.ts';

/** The raw request that a provider's signature is verified over, before any parsing. */
export interface Proof {
  method: string;
  request: RawRequest;
  query: Readonly<Record<string, string | undefined>>;
}

interface Provider {
  /** Throws AppError where the request is not the provider's. */
  prove: (proof: Proof) => Promise<void>;
  /** Where its deliveries wait. */
  queue: QueueName;
  /** Headers, in lower case, that its worker reads. */
  headers: readonly string[];
}

/** Providers that call our webhooks. A row says how a signature is verified, and which queue gets the deliveries. */
export const PROVIDERS: Record<WebhookProvider, Provider> = {
  meta: { prove: proveMeta, queue: 'meta-webhooks', headers: [] },
};
