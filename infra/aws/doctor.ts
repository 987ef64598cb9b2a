import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { REPOSITORY_ROOT } from '../bundle.ts';
import { deploymentNeeds } from './deployment-needs.ts';

/**
 * `npm run doctor`: reports what this computer lacks for a deployment, and exits with 1 when anything is missing. It
 * takes the settings as a deployment does (`-c name=value`), and needs no network. If AWS's command is installed, it asks
 * for the account's concurrency.
 */
const DOCKER_ANSWER_MS = 10_000;
const AWS_ANSWER_MS = 10_000;

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const succeeds = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: DOCKER_ANSWER_MS }).status === 0;

/** Returns the concurrent executions of the account in a region; undefined without AWS's command or its answer. */
const accountLimit = (region: string): number | undefined => {
  const question = ['lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions'];
  const { status, stdout } = spawnSync('aws', [...question, '--output', 'text', '--region', region], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: AWS_ANSWER_MS,
  });
  return status === 0 && /^\d+\s*$/.test(stdout) ? Number(stdout) : undefined;
};

const { values } = parseArgs({
  options: { context: { type: 'string', short: 'c', multiple: true, default: [] } },
});
const given = values.context.map((pair) => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')]);
const { context } = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readText(join(REPOSITORY_ROOT, 'cdk.json'))));
const written = Object.entries(context).flatMap(([name, value]) =>
  typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
);
const settings = z.record(z.string(), z.string()).parse(Object.fromEntries([...written, ...given]));

const { env } = process;
const home = homedir();
const findings = deploymentNeeds({
  docker: {
    isInstalled: succeeds('docker', ['--version']),
    isRunning: succeeds('docker', ['info']),
    hasBuildx: succeeds('docker', ['buildx', 'version']),
  },
  environment: env,
  awsFiles: [
    env.AWS_CONFIG_FILE ?? join(home, '.aws/config'),
    env.AWS_SHARED_CREDENTIALS_FILE ?? join(home, '.aws/credentials'),
  ]
    .map(readText)
    .join('\n'),
  accountLimit: accountLimit(settings.region ?? ''),
  settings,
});

const LABELS = { ok: 'ok      ', missing: 'MISSING ', note: 'note    ' };
for (const { kind, text } of findings) console.log(`${LABELS[kind]} ${text}`);
const lacks = findings.filter(({ kind }) => kind === 'missing').length;
console.log(
  lacks === 0
    ? '\nThis computer has what a deployment needs.'
    : `\n${lacks} missing. Settings are in cdk.json, under "context".`,
);
console.log(
  'Only AWS can tell whether it takes the credentials, whether npm run bootstrap was done, and what else the account allows.',
);
if (lacks > 0) process.exitCode = 1;
