import type { Grants } from '@prosa/functions/platform/lambda/declare-function.ts';
import { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { concurrencyOf } from '../concurrency.ts';
import { mayGiveUp, permissionsOf, type Resource } from '../permissions.ts';
import type { FunctionResource } from '../programs.ts';
import { acknowledgePatterns } from './acknowledge.ts';
import { alarmOn } from './alarm.ts';
import type { DataStack } from './data-stack.ts';
import { arnOf, type GrantTargets, statementsOf } from './grants.ts';
import { ProsaFunction } from './prosa-function.ts';
import { metricNamespace, type Settings } from './settings.ts';

/** The context that all functions of a stack share. */
export interface FunctionContext {
  data: DataStack;
  settings: Settings;
  /** Returns the bundled code of a function by its name. */
  codeOf: (name: string) => Code;
  environment: Record<string, string>;
  targets: GrantTargets;
}

interface Extra {
  /** Statements beyond the declared grants: permissions that the event source needs. */
  statements?: ConstructorParameters<typeof ProsaFunction>[2]['statements'];
}

/** Creates a function as declared in `infra/programs.ts`, with exactly the declared permissions. */
export const declaredFunction = (
  scope: Construct,
  name: string,
  resource: FunctionResource,
  context: FunctionContext,
  { statements = [] }: Extra = {},
): ProsaFunction => {
  const fn = new ProsaFunction(scope, name, {
    code: context.codeOf(name),
    memoryMb: resource.memoryMb,
    timeoutS: resource.timeoutS,
    environment: context.environment,
    statements: [...statementsOf(resource.grants, context.targets), ...statements],
    errorImpact: resource.errorImpact,
    alarms: context.data.alarms,
    // Stream functions have a fixed name, because their dead letters contain it and a replay uses it.
    ...(resource.kind === 'stream' ? { functionName: `${context.settings.installation}-${name}` } : {}),
    reservedConcurrency: concurrencyOf(context.settings.accountConcurrency).reserved.get(name),
    // The API's alarm counts what its other functions refuse, the stream's age that of its readers.
    alarmsOnThrottles: resource.reserves !== undefined || resource.kind === 'queue',
  });
  acknowledgeGrants(fn.role, resource.grants, context.targets);
  for (const [metric, impact] of Object.entries(resource.alarmLines ?? {}))
    alarmOnLines(scope, name, fn, { metric, called: metric, errorImpact: impact }, context);
  // The bucket keeps it for a replay.
  if (mayGiveUp(resource.grants)) {
    const { errorImpact } = resource;
    alarmOnLines(scope, name, fn, { metric: 'givenUp', called: 'given-up', errorImpact }, context);
  }
  return fn;
};

/** Creates an alarm that fires when a function logs a line with this metric; `called` is the metric's name in AWS. */
const alarmOnLines = (
  scope: Construct,
  name: string,
  { lambda }: ProsaFunction,
  { metric, called, errorImpact }: { metric: string; called: string; errorImpact: string },
  { settings, data }: FunctionContext,
): void => {
  const lines = new MetricFilter(scope, `${name}-${called}-lines`, {
    logGroup: lambda.logGroup,
    metricNamespace: metricNamespace(settings),
    metricName: `${name}-${called}`,
    filterPattern: FilterPattern.stringValue('$.metric', '=', metric),
  });
  alarmOn(scope, `${name}-${called}`, {
    metric: lines.metric({ statistic: 'sum', period: Duration.minutes(5) }),
    errorImpact,
    alarms: data.alarms,
  });
};

/** Records the wildcard ARNs that the declared grants need. */
export const acknowledgeGrants = (role: Construct, grants: Grants, targets: GrantTargets): void => {
  for (const resource of permissionsOf(grants).flatMap(({ on }) => on)) {
    const reason = PATTERNS[resource.kind];
    if (reason !== undefined) acknowledgePatterns(role, [arnOf(resource, targets)], reason);
  }
};

const PATTERNS: { [Kind in Resource['kind']]?: string } = {
  objects:
    'Objects are named by ids that are made as they are written; the prefix is all that is known of them.',
  connections: 'API Gateway makes the ids of connections.',
};
