import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IgnoreMode } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { BUNDLE_DIR, bundleFunction, bundleFunctions, REPOSITORY_ROOT } from '../bundle.ts';
import { ORIGIN_GUARD } from '../programs.ts';
import { buildApp } from './build-app.ts';

/** What `npm run synth` and `npm run deploy` run through the CDK's command line. */
const FRONTEND = join(REPOSITORY_ROOT, 'frontend');
const DOCKERFILE = 'session-host/Dockerfile';
/** All that the session host's image is made from. */
const IMAGE_SOURCES = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'shared',
  'functions/package.json',
  'functions/platform',
  'functions/domain',
  'functions/channels/whatsapp',
  'session-host',
];
const NOT_IN_IMAGE = [
  '**/node_modules',
  '**/dist',
  '**/*.test.ts',
  '**/*.md',
  'session-host/testing',
  'session-host/fake-whatsapp',
];

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

/** Staged now, built by Docker when it is deployed; its tag is the hash of its sources. */
const sessionImage = (): ContainerImage => {
  if (!existsSync(join(REPOSITORY_ROOT, DOCKERFILE))) throw new Error(`${DOCKERFILE} does not exist`);
  return ContainerImage.fromAsset(REPOSITORY_ROOT, {
    file: DOCKERFILE,
    platform: Platform.LINUX_ARM64,
    ignoreMode: IgnoreMode.DOCKER,
    exclude: ['*', ...IMAGE_SOURCES.map((path) => `!${path}`), ...NOT_IN_IMAGE],
  });
};

await Promise.all([bundleFunctions(), bundleFunction(ORIGIN_GUARD.name, ORIGIN_GUARD.entry)]);
const app = buildApp({
  codeOf: (name) => Code.fromAsset(join(BUNDLE_DIR, name)),
  sessionImage: sessionImage(),
  appDir: buildFrontend(),
});
const { directory, stacks } = app.synth();
console.error(`CloudFormation templates in ${directory}:`);
for (const { templateFile } of stacks) console.error(`  ${templateFile}`);
