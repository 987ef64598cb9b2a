import { withLocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import type { FunctionDeclaration } from '@prosa/functions/platform/lambda/declare-function.ts';
import { makeRole } from '@prosa/infra/local/roles.ts';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

export type ChildWorker = (event: SQSEvent) => Promise<SQSBatchResponse>;

/**
 * Returns a worker that runs with the role of its function, in a process of its own. `tests/support/handlers.ts` would
 * load the declarations of all functions, which takes longer than the start of the worker.
 */
export const childWorker = (
  name: string,
  { grants }: FunctionDeclaration,
  handler: ChildWorker,
): ChildWorker => {
  const role = makeRole(name, grants);
  return (event) => withLocalRole(role, () => handler(event));
};
