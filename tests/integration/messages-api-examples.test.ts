import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type CallName,
  DOCUMENTED_CALLS,
  EXAMPLE_SCHEDULE_ID,
  type Sample,
} from '@prosa/frontend/features/messages-api/documented-calls.ts';
import type { ExampleRequest } from '@prosa/frontend/features/messages-api/examples/example-request.ts';
import { EXAMPLES } from '@prosa/frontend/features/messages-api/examples/examples.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState, NumberCheck } from '@prosa/functions/platform/table/entities/connections.ts';
import { MessageTemplate } from '@prosa/functions/platform/table/entities/message-templates.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { messageTemplateSchema } from '@prosa/shared/entities/message-template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { PDF } from '../factories/files.ts';

const run = promisify(execFile);
/** The number of the examples. */
const NUMBER = '5511988887777';
/** One time for all examples, so that the same one is the same request. */
const NOW_MS = Date.now();
const BUSINESS = '102290129340398';

let stack: Stack;
let folder: string;
/** Tokens of a connection of WhatsApp Web and of one of the Cloud API, which has templates. */
let tokens: { web: string; cloud: string };

const connect = async (company: TestCompany, channel: 'whatsapp' | 'whatsappapi'): Promise<number> => {
  const connectionId = await company.addConnection({
    channel,
    ...(channel === 'whatsapp' ? {} : { businessId: BUSINESS }),
  });
  const state = { companyId: company.id, connectionId, status: 'CONNECTED' } as const;
  await commit([company.table.put(ConnectionState, { ...state, changedAt: toInstant(Date.now()) }, 'any')]);
  return connectionId;
};

beforeAll(async () => {
  // Nobody sends the messages: the examples are about what the API accepts.
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  folder = await mkdtemp(join(tmpdir(), 'prosa-examples-'));
  await writeFile(join(folder, 'invoice.pdf'), PDF);
  const company = await makeCompany();
  const [web, cloud] = [await connect(company, 'whatsapp'), await connect(company, 'whatsappapi')];
  tokens = { web: await company.addApiToken(web), cloud: await company.addApiToken(cloud) };
  const now = toInstant(Date.now());
  const about = { companyId: company.id, connectionId: web, number: NUMBER };
  await commit([
    company.table.put(
      NumberCheck,
      { ...about, askedAt: now, result: { state: 'reached', number: NUMBER } },
      'absent',
    ),
    company.table.put(
      MessageTemplate,
      messageTemplateSchema.parse({
        companyId: company.id,
        businessId: BUSINESS,
        id: '1',
        name: 'order_update',
        language: 'pt_BR',
        category: 'UTILITY',
        status: 'APPROVED',
        header: { kind: 'none' },
        body: 'Olá {{1}}, seu pedido saiu.',
        examples: {},
        changedAt: now,
      }),
      'absent',
    ),
  ]);
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the request that the page shows for a call, with a real token and awkward characters. */
const exampleOf = (name: CallName, token: string): ExampleRequest => {
  const call = DOCUMENTED_CALLS.find((each) => each.name === name);
  if (call === undefined) throw new Error(`no call ${name}`);
  const sample: Sample = {
    origin: stack.url,
    token,
    text: `It's "50%" off \\ $HOME – Olá ${name}`,
    name: 'Maria',
    // Refused without a connection to anywhere.
    imageUrl: 'https://127.0.0.1/photo.jpg',
    nowMs: NOW_MS,
  };
  return call.example(sample);
};

const runCurl = async (request: ExampleRequest): Promise<unknown> => {
  const { stdout } = await run('sh', ['-c', EXAMPLES.curl(request)], { cwd: folder });
  return JSON.parse(stdout);
};
/** Runs the example in JavaScript. Returns what it prints: the status and the response. */
const runJavascript = async (request: ExampleRequest): Promise<string> => {
  const code = EXAMPLES.javascript(request);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder });
  return stdout;
};

const sentSchema = externalRoutes.sendMessage.response;
const idOf = (answer: unknown): string => sentSchema.parse(answer).messages[0]?.id ?? '';

describe('examples of the page /messages-api, run as they are shown', () => {
  it.each([
    ['text', 'web'],
    ['file', 'web'],
    ['template', 'cloud'],
  ] as const)(
    'curl sends once, and JavaScript with the same key gets the same answer: %s',
    async (name, connection) => {
      const request = exampleOf(name, tokens[connection]);
      const id = idOf(await runCurl(request));
      expect(id).not.toBe('');
      const printed = await runJavascript(request);
      expect(printed).toMatch(/^200 /);
      expect(printed).toContain(id);
    },
  );

  it('a linked image that cannot be fetched is refused with the documented code', async () => {
    const request = exampleOf('linkedImage', tokens.web);
    expect(await runCurl(request)).toMatchObject({ code: 'ERR_MEDIA_MISSING' });
    expect(await runJavascript(request)).toMatch(/^422 .*ERR_MEDIA_MISSING/s);
  });

  it('a number is checked', async () => {
    const request = exampleOf('checkNumber', tokens.web);
    expect(await runCurl(request)).toEqual({
      existsInWhatsapp: true,
      number: NUMBER,
      numberFormatted: NUMBER,
    });
    expect(await runJavascript(request)).toMatch(/^200 .*existsInWhatsapp: true/s);
  });

  it('the status of a sent message is read by the id of the response', async () => {
    const id = idOf(await runCurl(exampleOf('text', tokens.web)));
    const asked = exampleOf('status', tokens.web);
    const request = { ...asked, url: asked.url.replace('MESSAGE_ID', id) };
    expect(await runCurl(request)).toMatchObject({ id, state: 'pending', ack: 0, error: null });
    expect(await runJavascript(request)).toMatch(/^200 .*state: 'pending'/s);
  });

  it('a message is scheduled once, its schedule is read and then cancelled', async () => {
    const request = exampleOf('schedule', tokens.web);
    const { scheduleId } = sentSchema.parse(await runCurl(request));
    expect(await runJavascript(request)).toContain(`scheduleId: ${scheduleId}`);
    const about = (name: CallName): ExampleRequest => {
      const asked = exampleOf(name, tokens.web);
      return { ...asked, url: asked.url.replace(EXAMPLE_SCHEDULE_ID, String(scheduleId)) };
    };
    expect(await runCurl(about('scheduleStatus'))).toMatchObject({ id: scheduleId, state: 'pending' });
    expect(await runJavascript(about('cancelSchedule'))).toMatch(/^200 .*SUCCESS/s);
    expect(await runCurl(about('scheduleStatus'))).toMatchObject({ code: 'ERR_NO_SCHEDULE_FOUND' });
  });

  it('a refused token is told by the documented codes', async () => {
    const refused = exampleOf('text', 'none-of-ours');
    expect(await runCurl(refused)).toMatchObject({ code: 'ERR_NO_PERMISSION' });
    expect(await runJavascript(refused)).toMatch(/^403 /);
    const { Authorization: _token, ...headers } = refused.headers;
    expect(await runJavascript({ ...refused, headers })).toMatch(/^401 /);
  });
});
