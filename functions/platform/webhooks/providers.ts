import type { WebhookProvider } from '@prosa/shared/contracts/route.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { RawRequest } from '../http/http-call.ts';
import { proveMeta } from './meta.ts';

/** What a provider is judged by, before anything of it is parsed. */
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

/** Who calls us by itself. One more is a row: how it proves itself, and whose work its deliveries are. */
export const PROVIDERS: Record<WebhookProvider, Provider> = {
  meta: { prove: proveMeta, queue: 'meta-webhooks', headers: [] },
};
