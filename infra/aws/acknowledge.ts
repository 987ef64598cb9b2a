import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';

/** Records why a check's rule does not apply to a construct and its children. */
export const acknowledge = (construct: IConstruct, exceptions: Record<string, string>): void => {
  const validations = Validations.of(construct);
  for (const [id, reason] of Object.entries(exceptions)) validations.acknowledge({ id, reason });
};

/** Records why a role may name resources by pattern (wildcard ARN). */
export const acknowledgePatterns = (role: IConstruct, arns: readonly string[], reason: string): void => {
  for (const arn of arns) {
    const finding = flattenCfnReference(Stack.of(role).resolve(arn));
    acknowledge(role, { [`AwsSolutions-IAM5[Resource::${finding}]`]: reason });
  }
};
