import type { QueueName } from '@prosa/shared/resource-names.ts';
import {
  type CompanyShare,
  type ConcurrencyShare,
  declareFunction,
  type FunctionDeclaration,
} from '../../platform/lambda/declare-function.ts';

interface Own {
  queue: QueueName;
  companyShare: CompanyShare;
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
