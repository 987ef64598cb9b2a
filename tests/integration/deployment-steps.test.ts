import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { serverPort } from './support/server-port.ts';

/** Runs the steps of the README in a fresh clone, against an AWS that knows the account and refuses everything else. */
const ACCOUNT = '123456789012';
const { NODE_COMPILE_CACHE } = process.env;
const readme = readFileSync(join(repositoryRoot, 'infra/aws/README.md'), 'utf8');
const section = (title: string): string => {
  const [, text = ''] = readme.split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
};
const stepsOf = (title: string): string[] =>
  [...section(title).matchAll(/^ *((?:[A-Z_]+=\S+ )*npm run .+)$/gm)].flatMap(([, step]) => step ?? []);

interface AwsCall {
  service: string;
  region: string;
  operation: string;
}
const calls: AwsCall[] = [];
const aws = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [, region = '', service = ''] =
      /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    const target = request.headers['x-amz-target'];
    const operation =
      typeof target === 'string'
        ? target
        : (new URLSearchParams(Buffer.concat(chunks).toString()).get('Action') ?? '');
    calls.push({ service, region, operation });
    response.setHeader('content-type', 'text/xml');
    if (operation === 'GetCallerIdentity')
      return response.end(
        `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::${ACCOUNT}:user/ops</Arn><UserId>ops</UserId><Account>${ACCOUNT}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
    if (typeof target === 'string') {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      return response
        .writeHead(400)
        .end(JSON.stringify({ __type: 'AccessDeniedException', message: 'refused here' }));
    }
    response.writeHead(403);
    return response.end(
      '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>refused here</Message></Error></ErrorResponse>',
    );
  });
});

let directory = '';
let clone = '';
let running: ChildProcess | undefined;

const NOT_IN_A_CLONE = new Set([
  'node_modules',
  'dist',
  'cdk.out',
  '.data',
  '.git',
  'screenshots',
  'results',
]);

/** Replaces `npm ci`: links the packages from the repository's own node_modules, which hold what the lockfile names. */
const NPM = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
appendFileSync(process.env.NPM_CALLS, process.argv.slice(2).join(' ') + '\\n');
mkdirSync('node_modules/@prosa', { recursive: true });
const from = process.env.PACKAGES;
for (const name of readdirSync(from))
  if (!['@prosa', '.cache'].includes(name)) symlinkSync(from + '/' + name, 'node_modules/' + name);
for (const name of readdirSync('.'))
  if (name !== 'node_modules' && existsSync(name + '/package.json')) symlinkSync('../../' + name, 'node_modules/@prosa/' + name);
`;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'prosa-clone-'));
  clone = join(directory, 'prosa');
  cpSync(repositoryRoot, clone, {
    recursive: true,
    filter: (path) => !NOT_IN_A_CLONE.has(basename(path)),
  });
  writeFileSync(join(directory, 'npm.mjs'), NPM);
  mkdirSync(join(directory, 'bin'));
  const docker = join(directory, 'bin/docker');
  writeFileSync(docker, '#!/bin/sh\nexit 0\n');
  chmodSync(docker, 0o755);
  aws.listen(0, '127.0.0.1');
  await once(aws, 'listening');
});
afterAll(() => {
  running?.kill('SIGKILL');
  aws.close();
  rmSync(directory, { recursive: true, force: true });
});

const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))).scripts;

/**
 * Does what `npm run` does with a step: runs the script's command in a shell, with the arguments behind `--`, on the
 * Node that started npm.
 */
const runStep = async (step: string): Promise<{ code: unknown; output: string; called: AwsCall[] }> => {
  const [, settings = '', name = '', args = ''] =
    /^((?:[A-Z_]+=\S+ )*)npm run ([a-z-]+)(?: -- (.*))?$/.exec(step) ?? [];
  const script = scripts[name];
  if (script === undefined) throw new Error(`package.json has no script for "${step}"`);
  calls.length = 0;
  const child = spawn('/bin/sh', ['-c', `${settings}${script} ${args}`], {
    cwd: clone,
    env: {
      PATH: [join(directory, 'bin'), join(process.execPath, '..'), '/usr/bin', '/bin'].join(delimiter),
      HOME: directory,
      // The CDK caches the accounts of known credentials here.
      CDK_HOME: mkdtempSync(join(directory, 'cdk-')),
      npm_execpath: join(directory, 'npm.mjs'),
      NPM_CALLS: join(directory, 'npm-calls'),
      PACKAGES: join(repositoryRoot, 'node_modules'),
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      AWS_ACCESS_KEY_ID: 'ABCDEFGHIJKLMNOPQRST',
      AWS_SECRET_ACCESS_KEY: 'a stub',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${serverPort(aws)}`,
      AWS_EC2_METADATA_DISABLED: 'true',
      CI: 'true',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = await once(child, 'close');
  return { code, output, called: [...calls] };
};

describe('deployment by the README', () => {
  it('the README has exactly these steps', () => {
    const address = 'AWS_REGION=<region> TABLE_NAME=<TableName>';
    expect(stepsOf('Deploy')).toEqual([
      'npm run doctor',
      'npm run bootstrap',
      'npm run deploy',
      `${address} npm run first-user`,
      `${address} npm run first-user -- --company <name> --email <address>`,
    ]);
    expect(stepsOf('Remove')).toEqual(['npm run remove']);
  });

  it('the doctor installs the packages of a fresh clone and names the missing settings', async () => {
    expect(existsSync(join(clone, 'node_modules'))).toBe(false);
    const { code, output, called } = await runStep('npm run doctor');
    expect(readFileSync(join(directory, 'npm-calls'), 'utf8')).toMatch(
      /^(ci|install --no-save) --ignore-scripts /,
    );
    expect(output).toContain('Installing packages');
    const missing = [...output.matchAll(/^MISSING +(\w+):/gm)].map(([, setting]) => setting);
    expect(missing).toEqual(['domainName', 'hostedZoneId']);
    expect(output).toContain('Settings are in cdk.json');
    expect({ code, called }).toEqual({ code: 1, called: [] });
  });

  it('the doctor finds nothing missing once the settings are filled in', async () => {
    const file = join(clone, 'cdk.json');
    const settings = z
      .object({ context: z.record(z.string(), z.unknown()) })
      .loose()
      .parse(JSON.parse(readFileSync(file, 'utf8')));
    Object.assign(settings.context, {
      domainName: 'app.north.com.br',
      zoneName: 'north.com.br',
      hostedZoneId: 'Z0123456789ABCDEFGHIJ',
      alarmEmail: 'ops@north.com.br',
    });
    writeFileSync(file, JSON.stringify(settings));
    const { code, output } = await runStep('npm run doctor');
    expect(output).not.toMatch(/^MISSING /m);
    // The computer has no command of AWS that could ask the account.
    expect([...output.matchAll(/^note +(\w+)/gm)].map(([, setting]) => setting)).toEqual([
      'accountConcurrency',
    ]);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('has what a deployment needs'),
    });
  });

  it.each([
    [
      'npm run bootstrap',
      { service: 'cloudformation', operation: 'DescribeStacks' },
      ['sa-east-1', 'us-east-1'],
    ],
    // Deploys the stacks that `bootstrap` synthesized, because each synthesis takes half a minute.
    ['npm run deploy -- --app cdk.out', { service: 's3', operation: '' }, []],
  ])(
    'a step asks AWS for the account, then for our stacks or assets, and prints the refusal: %s',
    async (step, first, named) => {
      const { code, output, called } = await runStep(step);
      expect(called[0], output).toMatchObject({ service: 'sts', operation: 'GetCallerIdentity' });
      const [next] = called.filter(({ service }) => service !== 'sts');
      expect(next).toMatchObject(first);
      for (const { region } of called) expect(['sa-east-1', 'us-east-1']).toContain(region);
      for (const region of named) expect(output).toContain(`aws://${ACCOUNT}/${region}`);
      expect(output).toContain('refused here');
      // No question waits for an answer, and no warning is left for the user to worry about.
      expect(output).not.toMatch(/TTY|WARNING|unknown-account|deprecated/i);
      expect(code).toBe(1);
    },
  );

  it('the first-user steps ask the table first', async () => {
    const [step = '', company = ''] = stepsOf('Deploy').slice(3);
    const filledIn = (text: string): string =>
      text
        .replace('<region>', 'sa-east-1')
        .replace('<TableName>', 'prosa-data-Table')
        .replace('<name>', 'North')
        .replace('<address>', 'ana@north.com.br');
    for (const each of [step, company]) {
      const { code, output, called } = await runStep(filledIn(each));
      expect(called[0]).toEqual({
        service: 'dynamodb',
        region: 'sa-east-1',
        operation: 'DynamoDB_20120810.GetItem',
      });
      expect(output).toContain('refused here');
      expect(code).toBe(1);
    }
  });

  it('the last step removes every stack', async () => {
    // The remove step takes the stacks that were synthesized for the deployment.
    const { code, output, called } = await runStep('npm run remove -- --force --app cdk.out');
    expect(called.find(({ service }) => service !== 'sts')).toMatchObject({ service: 'cloudformation' });
    expect(output).toContain('destroying... [1/5]');
    expect(code).toBe(1);
  });
});
