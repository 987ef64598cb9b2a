import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = `
import { actAs, systemPrincipal } from './principal.ts';
import { log } from '../log.ts';

const { companyId } = systemPrincipal('setup', 7);
const principals = [
  { kind: 'user', userId: 3, companyId },
  { kind: 'api-token', connection: { id: 2 }, companyId },
  { kind: 'webhook', provider: 'meta' },
  systemPrincipal('timers', 7),
  undefined,
];
for (const principal of principals)
  await actAs(principal, async () => {
    await undefined;
    log.info('something happened', { ticketId: 5 });
  });
`;

it('every log line written for a principal names the actor and the company', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    cwd: import.meta.dirname,
    env: { ...process.env, LOG_LEVEL: 'info' },
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const line = (fields: object) => ({
    level: 'info',
    at: expect.any(String),
    message: 'something happened',
    ticketId: 5,
    ...fields,
  });
  expect(lines).toEqual([
    line({ actor: 'user:3', companyId: 7 }),
    line({ actor: 'connection:2', companyId: 7 }),
    line({ actor: 'webhook:meta' }),
    line({ actor: 'system:timers', companyId: 7 }),
    line({}),
  ]);
});
