import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroups } from '@prosa/shared/contracts/route.ts';
import { App, Tags, Validations } from 'aws-cdk-lib';
import type { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { FUNCTIONS, type FunctionResource } from '../programs.ts';
import { ApiStack } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { SessionsStack } from './sessions-stack.ts';
import { EDGE_REGION, INSTALLATION_TAG, readSettings } from './settings.ts';
import { WebStack } from './web-stack.ts';
import { WorkersStack } from './workers-stack.ts';

/** What is deployed beside the templates; tests give stand-ins. */
export interface Artifacts {
  codeOf: (name: string) => Code;
  sessionImage: ContainerImage;
  /** The built app. */
  appDir: string;
  /** Those of the contracts when absent. */
  routes?: RouteGroups;
  /** Those of `programs.ts` when absent. */
  functions?: Readonly<Record<string, FunctionResource>>;
}

/** All stacks of an installation. Synthesis fails on any finding of the checks that has no reason on record (S-63). */
export const buildApp = (artifacts: Artifacts, options: ConstructorParameters<typeof App>[0] = {}): App => {
  const app = new App({ analyticsReporting: false, ...options });
  const settings = readSettings(app);
  const {
    codeOf,
    sessionImage: image,
    appDir,
    routes: groups = ROUTE_GROUPS,
    functions = FUNCTIONS,
  } = artifacts;
  const account = settings.account === undefined ? {} : { account: settings.account };
  const env = { ...account, region: settings.region };

  const stackName = (part: string) => `${settings.installation}-${part}`;

  const data = new DataStack(app, stackName('data'), settings, { env });
  const api = new ApiStack(app, stackName('api'), { env, settings, data, codeOf, functions, groups });
  const workers = new WorkersStack(app, stackName('workers'), {
    env,
    settings,
    data,
    codeOf,
    connectionsArn: api.connectionsArn,
  });
  new SessionsStack(app, stackName('sessions'), { env, settings, data, image });
  const web = new WebStack(app, stackName('web'), {
    env: { ...account, region: EDGE_REGION },
    settings,
    appDir,
  });
  // Its functions post to the live channel by an export of the API's stack, which the CDK does not trace.
  workers.addStackDependency(api);
  // The edge points at host names and secrets of these two.
  web.addStackDependency(data);
  web.addStackDependency(api);

  // What a removed installation leaves behind is found by it.
  Tags.of(app).add(INSTALLATION_TAG, settings.installation);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return app;
};
