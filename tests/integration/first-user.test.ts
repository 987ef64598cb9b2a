import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { handler as queues } from '@prosa/functions/http/queues/handler.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as users } from '@prosa/functions/http/users/handler.ts';
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { plant } from '../support/plant.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();
const run = promisify(execFile);
const script = join(repositoryRoot, 'infra/aws/first-user.ts');

const firstUser = async (args: string[] = [], env: Record<string, string> = {}) => {
  try {
    const { stdout } = await run(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
    return { code: 0, text: stdout };
  } catch (error) {
    return z
      .object({ code: z.int(), stderr: z.string() })
      .transform(({ code, stderr }) => ({ code, text: stderr }))
      .parse(error);
  }
};

const session = z.object({
  token: z.string(),
  user: z.object({ companyId: z.int(), super: z.boolean(), profile: z.string() }),
});
const logIn = async (email: string, password: string) =>
  session.parse((await call(signIn, { to: 'POST /auth/login', body: { email, password } })).body);
/** Returns the e-mail address and the password from the program's output. */
const printed = (text: string): { email: string; password: string } => {
  const [, email = '', password = ''] = /[Ll]og in as (\S+) with (\S+) and change/.exec(text) ?? [];
  return { email, password: plant(password) };
};

describe('the first user of an installation', () => {
  let first = { code: 1, text: '' };
  beforeAll(async () => {
    const early = await firstUser(['--company', 'Norte', '--email', 'ana@norte.example']);
    expect(early).toEqual({ code: 1, text: 'Make the first user first: npm run first-user.\n' });
    first = await firstUser();
  });

  it('is created once, as super administrator with a generated password', async () => {
    expect(first.code).toBe(0);
    const { email, password } = printed(first.text);
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect((await logIn(email, password)).user).toMatchObject({ companyId: 1, super: true });
    const again = await firstUser();
    expect(again).toEqual({ code: 1, text: 'admin@prosa.local is there already; nothing was changed.\n' });
  });

  it('the program creates companies until a screen exists for it, and companies do not see each other', async () => {
    const [north, south] = [
      await firstUser(['--company', 'Norte', '--email', 'Ana@Norte.example']),
      await firstUser(['--company', 'Sul', '--email', 'bia@sul.example', '--name', 'Bia'], {
        PROSA_ADMIN_PASSWORD: plant('uma senha para Bia'),
      }),
    ];
    expect(north.text).toMatch(/^Company \d+, Norte: log in as ana@norte\.example with /);
    const northern = printed(north.text);
    const ana = await logIn(northern.email, northern.password);
    const bia = await logIn('bia@sul.example', 'uma senha para Bia');
    expect(ana.user).toMatchObject({ super: false, profile: 'admin' });
    expect(south.text).toContain(`Company ${bia.user.companyId}, Sul`);
    expect(new Set([1, ana.user.companyId, bia.user.companyId]).size).toBe(3);

    const made = await call(queues, {
      to: 'POST /queue',
      token: ana.token,
      body: { name: 'Vendas', color: '#112233' },
    });
    expect(made.status).toBe(201);
    const seen = async (token: string) =>
      z.array(z.unknown()).parse((await call(queues, { to: 'GET /queue', token })).body);
    expect(await seen(ana.token)).toHaveLength(1);
    expect(await seen(bia.token)).toEqual([]);
    // The company's next user gets an id of its own.
    const colleague = { name: 'Caio', email: 'caio@norte.example', password: plant('senha de Caio') };
    const added = await call(users, {
      to: 'POST /users',
      token: ana.token,
      body: { ...colleague, profile: 'user' },
    });
    expect(added).toMatchObject({ status: 201, body: { id: 2 } });
  });

  it.each([
    [
      'a name that is taken',
      ['--company', 'NORTE', '--email', 'x@y.example'],
      'another company has this name',
    ],
    [
      'an address that is taken',
      ['--company', 'Leste', '--email', 'bia@sul.example'],
      'another user has this e-mail address',
    ],
    ['no address', ['--company', 'Leste'], 'Usage:'],
    ['an address that is none', ['--company', 'Leste', '--email', 'leste'], 'Usage:'],
    ['what it does not know', ['--plan', '3'], 'Usage:'],
  ])('refuses %s and changes nothing', async (_what, args, reason) => {
    const { code, text } = await firstUser(args);
    expect(code).toBe(1);
    expect(text).toContain(reason);
    expect(
      await call(signIn, { to: 'POST /auth/login', body: { email: 'x@y.example', password: 'x' } }),
    ).toMatchObject({ status: 401 });
  });

  it('prints its usage when the table name is missing', async () => {
    expect(await firstUser([], { TABLE_NAME: '' })).toMatchObject({
      code: 1,
      text: expect.stringContaining('Usage:'),
    });
  });
});
