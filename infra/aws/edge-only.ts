import { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { concurrencyOf } from '../concurrency.ts';
import { ORIGIN_GUARD } from '../programs.ts';
import type { DataStack } from './data-stack.ts';
import { grantTargets } from './environment.ts';
import { statementsOf } from './grants.ts';
import { ProsaFunction } from './prosa-function.ts';
import { appOrigin, type Settings } from './settings.ts';

/**
 * Time for which the HTTP API caches the guard's verdict on a header value: a replaced secret stays valid this long,
 * and a refusal lasts this long.
 */
export const VERDICT_LIFE = Duration.minutes(5);

/** Creates the function that refuses requests which did not come through the edge (S-64). */
export const originGuard = (
  scope: Construct,
  data: DataStack,
  settings: Settings,
  codeOf: (name: string) => Code,
): ProsaFunction =>
  new ProsaFunction(scope, 'origin-guard', {
    code: codeOf(ORIGIN_GUARD.name),
    memoryMb: ORIGIN_GUARD.memoryMb,
    timeoutS: ORIGIN_GUARD.timeoutS,
    environment: { INSTALLATION: settings.installation, APP_ORIGIN: appOrigin(settings) },
    statements: statementsOf(ORIGIN_GUARD.grants, grantTargets(data, settings, '')),
    errorImpact: ORIGIN_GUARD.errorImpact,
    reservedConcurrency: concurrencyOf(settings.accountConcurrency).reserved.get(ORIGIN_GUARD.name),
    alarmsOnThrottles: true,
    alarms: data.alarms,
  });
