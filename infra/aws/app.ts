import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { BUNDLE_DIR, bundleFunctions, REPOSITORY_ROOT } from '../bundle.ts';
import { FUNCTIONS, ORIGIN_GUARD } from '../programs.ts';
import { buildApp } from './build-app.ts';
import { sessionImage } from './session-image.ts';

/** Entry point of the CDK app; `npm run synth` and `npm run deploy` run it through the CDK's command line. */
const FRONTEND = join(REPOSITORY_ROOT, 'frontend');

const buildFrontend = (): string => {
  execFileSync(
    process.execPath,
    [join(REPOSITORY_ROOT, 'node_modules/vite/bin/vite.js'), 'build', FRONTEND, '--logLevel', 'error'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return join(FRONTEND, 'dist');
};

const functions = Object.entries(FUNCTIONS).map(([name, { entry }]) => ({ name, entry }));
await bundleFunctions([...functions, ORIGIN_GUARD]);
const { directory: sources, ...image } = sessionImage();
const app = buildApp({
  codeOf: (name) => Code.fromAsset(join(BUNDLE_DIR, name)),
  sessionImage: ContainerImage.fromAsset(sources, image),
  appDir: buildFrontend(),
});
const { directory, stacks } = app.synth();
console.error(`CloudFormation templates in ${directory}:`);
for (const { templateFile } of stacks) console.error(`  ${templateFile}`);
