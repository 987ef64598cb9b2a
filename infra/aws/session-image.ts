import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { IgnoreMode } from 'aws-cdk-lib';
import { type DockerImageAssetProps, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { REPOSITORY_ROOT } from '../bundle.ts';

const DOCKERFILE = 'session-host/Dockerfile';
/** All files that the session host's image is built from. */
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
const NOT_IN_IMAGE = ['**/node_modules', '**/dist', '**/*.test.ts', '**/*.md', 'session-host/testing'];

/**
 * Returns the session host's image: staged at synthesis, built by Docker at deployment. Its tag is the hash of its
 * sources.
 * @throws Error when the Dockerfile does not exist
 */
export const sessionImage = (): DockerImageAssetProps => {
  if (!existsSync(join(REPOSITORY_ROOT, DOCKERFILE))) throw new Error(`${DOCKERFILE} does not exist`);
  return {
    directory: REPOSITORY_ROOT,
    file: DOCKERFILE,
    platform: Platform.LINUX_ARM64,
    ignoreMode: IgnoreMode.DOCKER,
    exclude: ['*', ...IMAGE_SOURCES.map((path) => `!${path}`), ...NOT_IN_IMAGE],
  };
};
