import type { QueueName } from '@prosa/shared/resource-names.ts';
import { declareFunction, type FunctionDeclaration } from '../../platform/lambda/declare-function.ts';

interface Own {
  queue: QueueName;
  maxConcurrency?: number;
  errorImpact: string;
}

/** Declares a worker of commands to providers. One batch holds ten calls of different contacts at once. */
export const commandWorker = (own: Own): FunctionDeclaration =>
  declareFunction({
    kind: 'queue',
    batchSize: 10,
    memoryMb: 1024,
    timeoutS: 60,
    bundleKb: 910,
    grants: {
      table: 'write',
      bucket: 'write',
      send: ['inbound'],
      receive: [own.queue],
      secrets: ['tenantSecrets', 'media', 'meta'],
    },
    ...own,
  });
