import { handler as auth } from '@prosa/functions/http/auth/handler.ts';
import { handler as signIn } from '@prosa/functions/http/sign-in/handler.ts';
import { handler as webhooks } from '@prosa/functions/http/webhooks/handler.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { cloudDelivery, cloudText, signatureOf } from '../factories/meta-deliveries.ts';
import { inbound, metaWebhooks as metaWorker, timers } from '../support/handlers.ts';
import { leaksOf } from '../support/watch-logs.ts';
import { call } from './support/call.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
useQueues();

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.stubEnv('LOG_LEVEL', 'debug');
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    lines.push(...String(chunk).split('\n'));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

let serial = 0;
const planted: string[] = [];
/** Returns a value that no log line may contain. */
const secret = (kind: string): string => {
  serial += 1;
  const value = kind === 'number' ? `55119871${String(10_000 + serial)}` : `${kind} CANÁRIO-${serial}`;
  planted.push(value);
  return value;
};

describe('S-57: log lines', () => {
  it('the search finds a leak in an escaped value', () => {
    const text = secret('texto "citado"');
    log.info('a slip', { text });
    log.info('no slip', { id: 7 });
    expect(leaksOf(lines, planted)).toHaveLength(1);
  });

  it('contain no contents, messages or credentials, after successful and failed calls', async () => {
    const company = await makeCompany();
    const where = {
      companyId: company.id,
      connectionId: await company.addConnection({ name: secret('nome') }),
    };
    planted.push(TEST_PASSWORD, company.admin.email, company.admin.token);
    const login = (email: string, password: string) =>
      call(signIn, { to: 'POST /auth/login', body: { email, password } });
    expect((await login(company.admin.email, TEST_PASSWORD)).status).toBe(200);
    await login(company.admin.email, secret('senha'));
    await login(`${secret('pessoa').replaceAll(/\W/g, '')}@example.com`, secret('senha'));
    await call(signIn, { to: 'POST /auth/login', body: `{"email": ${secret('sem aspas')}` });
    await call(signIn, {
      to: 'POST /auth/login',
      body: { email: secret('e-mail'), [secret('campo')]: secret('valor') },
    });
    await call(auth, { to: 'GET /auth/me', token: secret('token') });
    await call(auth, { to: 'POST /auth/refresh_token', cookies: [`jrt=${secret('cookie')}`] });

    const event = textEvent(where, secret('number'), secret('texto'));
    const lost = textEvent({ ...where, connectionId: 987_654 }, secret('number'), secret('texto'));
    const odd = { ...event, sentAt: secret('quando'), [secret('chave')]: secret('valor') };
    const bodies = [event, lost].map((each) => JSON.stringify(each));
    await inbound(sqsEvent([...bodies, JSON.stringify(odd), `{${secret('quebrado')}`], String));
    await timers(
      sqsEvent([
        `{${secret('quebrado')}`,
        JSON.stringify({ subject: secret('assunto'), [secret('chave')]: 1 }),
      ]),
    );

    const { appSecret } = await metaSecrets();
    planted.push(appSecret);
    const delivery = cloudDelivery('1', [cloudText(secret('texto'), { from: secret('number') })]);
    for (const body of [delivery, `{${secret('quebrado')}`]) {
      for (const signature of [signatureOf(appSecret, body), secret('assinatura')]) {
        await call(webhooks, {
          to: 'POST /webhooks/meta',
          body,
          headers: { 'x-hub-signature-256': signature },
        });
      }
      await metaWorker(sqsEvent([JSON.stringify({ v: 1, receivedAt: Date.now(), body }), body]));
    }
    await call(webhooks, {
      to: `GET /webhooks/meta?hub.verify_token=${encodeURIComponent(secret('prova'))}`,
    });
    expect(planted.length).toBeGreaterThanOrEqual(25);
    expect(lines.length).toBeGreaterThan(10);
    expect(leaksOf(lines, planted)).toEqual([]);
  });

  it('contain nothing of a text that could not be parsed', () => {
    const text = secret('x');
    const error = (() => {
      try {
        return JSON.parse(text);
      } catch (caught) {
        return caught;
      }
    })();
    expect(String(error)).toContain('CAN');
    log.error('not understood', errorFields(error));
    expect(lines.join('\n')).toContain('SyntaxError');
    expect(lines.join('\n')).not.toContain('CAN');
  });
});
