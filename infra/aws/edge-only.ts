import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { ORIGIN_GUARD } from '../programs.ts';
import type { DataStack } from './data-stack.ts';
import { ProsaFunction } from './prosa-function.ts';
import type { Settings } from './settings.ts';

/** Refuses what did not come through the edge (S-64). API Gateway keeps its verdict for an hour. */
export const originGuard = (
  scope: Construct,
  data: DataStack,
  codeOf: (name: string) => Code,
  { installation }: Settings,
): ProsaFunction =>
  new ProsaFunction(scope, 'origin-guard', {
    code: codeOf(ORIGIN_GUARD.name),
    memoryMb: ORIGIN_GUARD.memoryMb,
    timeoutS: ORIGIN_GUARD.timeoutS,
    environment: { INSTALLATION: installation },
    statements: [
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [data.secret('origin').secretArn],
      }),
      new PolicyStatement({ actions: ['kms:Decrypt'], resources: [data.keys.platform.keyArn] }),
    ],
    errorImpact: ORIGIN_GUARD.errorImpact,
    alarms: data.alarms,
  });
