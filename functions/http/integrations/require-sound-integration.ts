import { AppError, type FieldProblem } from '@prosa/shared/errors.ts';
import { integrationRules } from '../../platform/integration-hosts.ts';
import { looksPublic } from '../../platform/looks-public.ts';

/** Whether the host of an integration, or of an assistant's model, may be called, as far as its address shows. */
export const mayCall = (url: URL): boolean => looksPublic(url, integrationRules());

/** Refuses an integration or an assistant with problems. @throws AppError ERR_VALIDATION */
export const refuseProblems = (problems: readonly { field: string; problem: string }[]): void => {
  if (problems.length === 0) return;
  const details = problems.map(
    ({ field, problem }): FieldProblem => ({ path: `body.${field}`, message: problem }),
  );
  throw new AppError('ERR_VALIDATION', { details });
};
