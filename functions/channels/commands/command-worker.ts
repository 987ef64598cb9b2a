import type { QueueName } from '@prosa/shared/resource-names.ts';
import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import {
  type ConcurrencyShare,
  declareFunction,
  type FunctionDeclaration,
} from '../../platform/lambda/declare-function.ts';

interface Own {
  queue: QueueName;
  maxConcurrency: ConcurrencyShare;
  errorImpact: string;
}

/**
 * Declares a worker of commands to providers. A command may need three times the size of its file (100 MB at most) in
 * memory, so a batch has two commands; other contacts' commands are in batches of their own.
 */
export const commandWorker = (own: Own): FunctionDeclaration =>
  declareFunction({
    kind: 'queue',
    batchSize: 2,
    companyShare: {
      by: 'lanes',
      runs: COMPANY_RUNS['channel-commands'],
      besides:
        'All else is sent to the provider, which no company chooses, and whose circuit opens if it hangs.',
    },
    memoryMb: 1536,
    timeoutS: 60,
    bundleKb: 910,
    grants: {
      table: 'write',
      bucket: 'write',
      send: ['inbound'],
      secrets: ['tenantSecrets', 'media', 'meta'],
    },
    ...own,
  });
