import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionImage } from '@prosa/infra/aws/session-image.ts';
import { freePort } from '@prosa/infra/local/free-port.ts';
import { App, Stack } from 'aws-cdk-lib';
import { DockerImageAsset } from 'aws-cdk-lib/aws-ecr-assets';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildImage, readStages } from '../support/dockerfile.ts';
import { useEdge } from './support/edge.ts';
import { useTable } from './support/table.ts';

useTable();
useEdge();

const { directory: repository, file = '' } = sessionImage();
const dockerfile = join(repository, file);
const stages = readStages(dockerfile);
const final = stages.at(-1);
const stepsOf = (keyword: string) => final?.steps.filter((step) => step.keyword === keyword) ?? [];

describe('S-70 Dockerfile of the session host', () => {
  it('runs no step for the target processor, which the builder may have to emulate', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(stepsOf('RUN')).toEqual([]);
    expect(final?.platform).toBeUndefined();
    for (const { platform } of stages.slice(0, -1)) expect(platform).toBe('$BUILDPLATFORM');
  });

  it('runs the program as an unprivileged user that owns only the data volume', () => {
    expect(stepsOf('USER').map(({ args }) => args)).toEqual([['1000:1000']]);
    const given = stepsOf('COPY').filter(
      ({ flags }) => flags.chown !== undefined || flags.chmod !== undefined,
    );
    expect(given.map(({ args, flags }) => [...args, flags.chown, flags.chmod])).toEqual([
      ['/data', '/data', '1000:1000', undefined],
    ]);
    expect(stepsOf('VOLUME').map(({ args }) => args)).toEqual([['/data']]);
    expect(stages.flatMap(({ steps }) => steps).filter(({ keyword }) => keyword === 'ADD')).toEqual([]);
  });

  it('R39 starts Node itself, because a shell would not pass on SIGTERM', () => {
    const [command] = stepsOf('CMD');
    expect(command?.args.slice(0, 1)).toEqual(['node']);
    expect(stepsOf('ENTRYPOINT')).toEqual([]);
  });
});

/** Returns every file below a folder, in a form that shows changes. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );

describe('S-70 image of the session host', () => {
  let directory = '';
  let context = '';
  let child: ChildProcess | undefined;
  let output = '';

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'prosa-image-'));
    chmodSync(directory, 0o755);
    // Staged as the CDK does it for Docker.
    const outdir = join(directory, 'cdk.out');
    new DockerImageAsset(new Stack(new App({ outdir }), 'image'), 'Image', sessionImage());
    const [staged = ''] = readdirSync(outdir).filter((name) => name.startsWith('asset.'));
    context = join(outdir, staged);
  });
  afterAll(() => {
    child?.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  it('is built from sources only: no test, no package, no sandbox', () => {
    const sources = filesIn(context).map((path) => path.slice(context.length + 1));
    expect(sources).toContain('session-host/main.ts');
    expect(sources.filter((path) => /node_modules|\.test\.ts$|testing\/|\.md$/.test(path))).toEqual([]);
  });

  it('R39 starts as an unprivileged user, writes only to its data volume, and ends on SIGTERM', async () => {
    const image = buildImage(join(context, file), { context, packages: repository, directory });
    const app = join(image.root, image.workdir);
    // A module compiled for one processor would not run on the other.
    expect(filesIn(app).filter((path) => path.endsWith('.node'))).toEqual([]);
    expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false);

    const data = join(image.root, '/data');
    const [uid, gid] = image.user.split(':').map(Number);
    const isRoot = process.getuid?.() === 0;
    if (isRoot && uid !== undefined && gid !== undefined) chownSync(data, uid, gid);
    const before = filesIn(app);
    const controlPort = await freePort();
    const [program, ...args] = image.command;
    expect(program).toBe('node');
    const { DYNAMODB_ENDPOINT, SECRETS_ENDPOINT, SQS_ENDPOINT, QUEUE_URLS, TABLE_NAME, INSTALLATION } =
      process.env;
    child = spawn(
      process.execPath,
      // Imitates a read-only file system: writes work on the volume only.
      ['--permission', '--allow-fs-read=*', `--allow-fs-write=${data}`, ...args],
      {
        cwd: app,
        ...(isRoot ? { uid, gid } : {}),
        env: {
          ...image.env,
          DYNAMODB_ENDPOINT,
          SECRETS_ENDPOINT,
          SQS_ENDPOINT,
          QUEUE_URLS,
          TABLE_NAME,
          INSTALLATION,
          AWS_REGION: 'us-east-1',
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
          WHATSAPP: 'live',
          CONTROL_PORT: String(controlPort),
          DATA_DIR: data,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const exited = once(child, 'exit');
    await vi.waitFor(
      async () => {
        expect(child?.exitCode, output).toBeNull();
        const answer = await fetch(`http://127.0.0.1:${controlPort}/health`);
        expect(answer.status).toBe(200);
      },
      { timeout: 60_000, interval: 100 },
    );
    await vi.waitFor(() => expect(output).toContain('session host is up'), { timeout: 60_000 });
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(filesIn(app)).toEqual(before);
    expect(filesIn(data).length).toBeGreaterThan(0);
    expect(output).not.toMatch(/ERR_ACCESS_DENIED|EACCES|EROFS|unhandled/);
    expect(readFileSync(join(app, 'package.json'), 'utf8')).not.toContain('devDependencies');
  });
});
