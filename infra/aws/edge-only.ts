import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import { ProsaFunction } from './prosa-function.ts';

/** The authorizer in front of both APIs; there is no edge to prove locally, so it is declared here alone. */
export const ORIGIN_GUARD = {
  name: 'origin-guard',
  entry: 'functions/origin-guard/handler.ts',
  memoryMb: 256,
  timeoutS: 5,
  errorImpact: 'Every call is refused: nobody can work.',
} as const;

/** Refuses what did not come through the edge (S-64). API Gateway keeps its verdict for an hour. */
export const originGuard = (
  scope: Construct,
  data: DataStack,
  codeOf: (name: string) => Code,
): ProsaFunction =>
  new ProsaFunction(scope, 'origin-guard', {
    code: codeOf(ORIGIN_GUARD.name),
    memoryMb: ORIGIN_GUARD.memoryMb,
    timeoutS: ORIGIN_GUARD.timeoutS,
    environment: {},
    statements: [
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [data.originSecret.secretArn],
      }),
      new PolicyStatement({ actions: ['kms:Decrypt'], resources: [data.key.keyArn] }),
    ],
    errorImpact: ORIGIN_GUARD.errorImpact,
    alarms: data.alarms,
  });
