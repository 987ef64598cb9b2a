import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { freePort } from '@prosa/infra/local/free-port.ts';
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWhole } from '../support/depth.ts';
import { killAndStart, signInAdmin } from '../support/local-kills.ts';

/** Variables that `npm start` passes on. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const FIRST_RELEASE = join(repositoryRoot, 'tests/fixtures/data/first-release.tar.gz');
const MAIN = join(repositoryRoot, 'infra/local/main.ts');

/** Returns the process id of the engine that a start has started; empty if there is none. */
const engineOf = (dataDir: string): number[] => {
  const file = join(dataDir, 'table.pid');
  return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : [];
};

describe('npm start', () => {
  let dataDir: string;
  let running: ChildProcess[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'prosa-main-'));
  });
  afterEach(async () => {
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    running = [];
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (port: number, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH, NODE_COMPILE_CACHE, PORT: String(port), DATA_DIR: dataDir, SEED: 'empty', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    let output = '';
    const shown = new Promise<string>((resolve) => {
      const keep = (chunk: Buffer) => {
        output += chunk.toString('utf8');
        if (output.includes('Ctrl-C stops it.')) resolve(output);
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.on('close', () => resolve(output));
    });
    return { child, shown };
  };
  const pidOf = async (file: string): Promise<number> =>
    Number((await readFile(join(dataDir, file), 'utf8')).split('\n')[0]);
  /** Whether the process runs. A zombie that no parent has collected yet does not count. */
  const isAlive = (pid: number): boolean =>
    /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

  it('prints address and password, ends its children on SIGINT, and keeps data and password for the next start', async () => {
    const port = await freePort();
    const first = start(port);
    const output = await first.shown;
    expect(output).toContain(`http://localhost:${port}`);
    const password = /admin@prosa\.local\s+(\S+)/.exec(output)?.[1];
    expect(password).toMatch(/^[\w-]{16}$/);
    expect((await fetch(`http://127.0.0.1:${port}/api/version`)).status).toBe(200);
    const engine = await pidOf('table.pid');
    expect(isAlive(engine)).toBe(true);
    const exited = once(first.child, 'exit');
    first.child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    expect(isAlive(engine)).toBe(false);
    expect(await start(port).shown).toContain(`${password}`);
  });

  if (isWhole) {
    it('reports a taken port or data directory in words', async () => {
      const holder = createServer().listen(0, '127.0.0.1');
      await once(holder, 'listening');
      const address = holder.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      const refused = start(port);
      expect(await refused.shown).toContain(`Port ${port} is taken by another program`);
      expect(refused.child.exitCode ?? (await once(refused.child, 'exit'))[0]).toBe(1);
      holder.close();
      await start(await freePort()).shown;
      expect(await start(await freePort()).shown).toContain('uses this data directory');
    });

    const unpackFirstRelease = (): void => {
      const { status } = spawnSync('tar', ['-xzf', FIRST_RELEASE, '-C', dataDir]);
      expect(status).toBe(0);
    };

    it('upgrades data of the first release, and keeps a copy until the start succeeds', async () => {
      unpackFirstRelease();
      const port = await freePort();
      const first = start(port);
      expect(await first.shown).toMatch(/Upgrading the data of an earlier version.*Prosa is ready/s);
      expect(await signInAdmin(dataDir, port)).toBe(200);
      expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false);
      const exited = once(first.child, 'exit');
      first.child.kill('SIGINT');
      await exited;
      const again = await start(port).shown;
      expect(again).toContain('Prosa is ready');
      expect(again).not.toContain('Upgrading');
    });

    it('restores the copy after an interrupted upgrade, and upgrades again', async () => {
      unpackFirstRelease();
      await mkdir(join(dataDir, 'before-upgrade'));
      for (const name of await readdir(dataDir))
        if (name !== 'before-upgrade')
          await cp(join(dataDir, name), join(dataDir, 'before-upgrade', name), { recursive: true });
      await writeFile(join(dataDir, 'table.db'), 'half upgraded');
      const port = await freePort();
      expect(await start(port).shown).toContain('it begins again with the copy');
      expect(await signInAdmin(dataDir, port)).toBe(200);
    });

    const CANNOT_START: [string, RegExp, () => Promise<Record<string, string>>][] = [
      [
        'a file',
        /it is a file/,
        async () => {
          const file = join(dataDir, 'file');
          await writeFile(file, '');
          return { DATA_DIR: file };
        },
      ],
      [
        'a directory that cannot be made',
        /it cannot be made/,
        async () => ({ DATA_DIR: '/proc/prosa/data' }),
      ],
      [
        'a damaged table',
        /a version of Prosa that this one cannot read/,
        async () => {
          await writeFile(join(dataDir, 'table.db'), 'no table');
          return {};
        },
      ],
      [
        'data of a version before the first release',
        /a version of Prosa that this one cannot read/,
        async () => {
          await (await startDynoxide(join(dataDir, 'table.db'))).stop();
          await writeFile(join(dataDir, 'seeded'), '');
          return {};
        },
      ],
      [
        'data of a later version',
        /of a later version of Prosa/,
        async () => {
          await writeFile(join(dataDir, 'versions.json'), '{"company":99}');
          return {};
        },
      ],
    ];
    it.each(CANNOT_START)(
      'says in one sentence why it cannot start, and how to go on: %s',
      async (_what, why, make) => {
        const refused = start(await freePort(), await make());
        const lines = (await refused.shown).trim().split('\n');
        expect(lines.at(-2)).toMatch(why);
        expect(lines.at(-1)).toMatch(/DATA_DIR=/);
        expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
        expect(refused.child.exitCode ?? (await once(refused.child, 'exit'))[0]).toBe(1);
      },
    );

    it.each(['lock', 'table.db', 'session-host.pid'])(
      'ends on Ctrl-C at any moment of a start, for example after it created %s',
      async (file) => {
        const { child } = start(await freePort());
        await expect.poll(() => existsSync(join(dataDir, file)), { timeout: 60_000, interval: 1 }).toBe(true);
        const exited = once(child, 'exit');
        child.kill('SIGINT');
        await exited;
        await expect.poll(() => engineOf(dataDir).every((pid) => !isAlive(pid))).toBe(true);
        expect(await start(await freePort()).shown).toContain('Prosa is ready');
      },
    );

    it('loses no accepted message to SIGKILL, and ends the orphaned engine', async () => {
      const port = await freePort();
      const first = start(port, { WHATSAPP: 'sandbox' });
      await first.shown;
      const engine = await pidOf('table.pid');
      const exited = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await exited;
      const store = createSqsStore({ journalFile: join(dataDir, 'queues.jsonl') });
      store.queue('timers').send({ body: 'unreadable', delayMs: 900_000 });
      store.stop();
      await start(port).shown;
      expect(isAlive(engine)).toBe(false);
      const journal = await readFile(join(dataDir, 'queues.jsonl'), 'utf8');
      expect(journal).toContain('unreadable');
    });

    it('starts again at once after the command, the program or everything was killed', async () => {
      const victims = ['program', 'command', 'everything'] as const;
      const { failed } = await killAndStart(
        dataDir,
        victims.length,
        Math.random,
        (round) => victims[round] ?? 'program',
      );
      expect(failed).toEqual([]);
    });

    it('recovers from a start killed before it filled the table, and of two simultaneous starts one succeeds', async () => {
      await (await startDynoxide(join(dataDir, 'table.db'))).stop();
      const foreign = `${process.pid}\nanother boot:1`;
      for (const name of ['lock', 'table.pid', 'session-host.pid'])
        await writeFile(join(dataDir, name), foreign);
      for (const name of ['live-checkpoint.json', 'index-checkpoint.json'])
        await writeFile(join(dataDir, name), '{"streamArn":"arn:aws');
      await writeFile(join(dataDir, 'queues.jsonl'), '["timers",{"ty');
      const ports = [await freePort(), await freePort()];
      const shown = await Promise.all(ports.map(async (port) => ({ port, output: await start(port).shown })));
      const ready = shown.filter(({ output }) => output.includes('Prosa is ready'));
      expect(ready.map(({ output }) => output)).toHaveLength(1);
      expect(shown.find((one) => !ready.includes(one))?.output).toMatch(/Another start .*data directory/);
      const [{ port } = { port: 0 }] = ready;
      expect(await signInAdmin(dataDir, port)).toBe(200);
    });

    it('ends a session host that hangs after its program was killed', async () => {
      const port = await freePort();
      const first = start(port);
      await first.shown;
      const owner = await readFile(join(dataDir, 'session-host/owner.json'), 'utf8');
      const host = Number(/"pid":(\d+)/.exec(owner)?.[1]);
      process.kill(host, 'SIGSTOP');
      const exited = once(first.child, 'exit');
      first.child.kill('SIGKILL');
      await exited;
      expect(await start(port).shown).toContain(`Ending process ${host}, which an earlier start left behind`);
      expect(isAlive(host)).toBe(false);
      expect(await signInAdmin(dataDir, port)).toBe(200);
    });
  }
});
