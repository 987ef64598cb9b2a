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

/** Artifacts that are deployed beside the templates; tests pass stand-ins. */
export interface Artifacts {
  codeOf: (name: string) => Code;
  sessionImage: ContainerImage;
  /** Directory of the built app. */
  appDir: string;
  /** Defaults to the functions of `programs.ts`. */
  functions?: Readonly<Record<string, FunctionResource>>;
}

/**
 * Builds all stacks of an installation. Synthesis fails on any finding of the checks that has no recorded reason
 * (S-63).
 */
export const buildApp = (artifacts: Artifacts, options: ConstructorParameters<typeof App>[0] = {}): App => {
  const app = new App({ analyticsReporting: false, ...options });
  const settings = readSettings(app);
  const { codeOf, sessionImage: image, appDir, functions = FUNCTIONS } = artifacts;
  const account = settings.account === undefined ? {} : { account: settings.account };
  const env = { ...account, region: settings.region };

  const stackName = (part: string) => `${settings.installation}-${part}`;

  const data = new DataStack(app, stackName('data'), settings, { env });
  const api = new ApiStack(app, stackName('api'), { env, settings, data, codeOf, functions });
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
  // The workers post to the WebSocket API through an export of the API's stack, which the CDK does not trace.
  workers.addStackDependency(api);
  // The edge references host names and secrets of the data and API stacks.
  web.addStackDependency(data);
  web.addStackDependency(api);

  // The tag finds resources that a removed installation leaves behind.
  Tags.of(app).add(INSTALLATION_TAG, settings.installation);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return app;
};
