import { AppError, type FieldProblem } from '@prosa/shared/errors.ts';
import type { IntegrationProblem } from '@prosa/shared/rules/integration-problems.ts';
import { integrationRules } from '../../platform/integration-hosts.ts';
import { looksPublic } from '../../platform/looks-public.ts';

/** Whether the host of an integration may be called, as far as its address shows. */
export const mayCall = (url: URL): boolean => looksPublic(url, integrationRules());

/** Refuses an integration with problems. @throws AppError ERR_VALIDATION */
export const refuseProblems = (problems: readonly IntegrationProblem[]): void => {
  if (problems.length === 0) return;
  const details = problems.map(
    ({ field, problem }): FieldProblem => ({ path: `body.${field}`, message: problem }),
  );
  throw new AppError('ERR_VALIDATION', { details });
};
