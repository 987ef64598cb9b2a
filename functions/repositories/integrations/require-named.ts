import { AppError } from '@prosa/shared/errors.ts';
import type { PlanFlag } from '@prosa/shared/permissions.ts';
import type { Directory } from '../../platform/directory.ts';

/**
 * Requires that the plan has integrations if a row begins to name one, or a flow; or another feature, if it names what
 * that one is about. What it named before stays, so that a company whose plan has ended can still save its queues and
 * connections (S-25).
 * @throws AppError ERR_PLAN_FEATURE
 */
export const requireMayName = (
  { plan }: Pick<Directory, 'plan'>,
  before: readonly number[],
  after: readonly number[],
  feature: PlanFlag = 'useIntegrations',
): void => {
  if (plan.flags[feature] !== true && after.some((id) => !before.includes(id)))
    throw new AppError('ERR_PLAN_FEATURE');
};
