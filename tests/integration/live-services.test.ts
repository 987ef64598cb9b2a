import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/client.ts';
import { makeCompany, TEST_PASSWORD } from '../factories/company.ts';
import { serverPort } from './support/server-port.ts';

/** A service on this machine, which only the sandbox may call. */
let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.end('{}');
});
let stack: Stack;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack = await startStack({ seed: 'empty', whatsapp: 'live' });
});
afterAll(async () => {
  await stack?.stop();
  server.close();
});

describe('a program with the real WhatsApp', () => {
  it('S-45: calls no service on its own machine', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const admin = await signIn(stack.url, company.admin.email, TEST_PASSWORD);
    const origin = `http://127.0.0.1:${serverPort(server)}`;
    const integration = { type: 'n8n', urlN8N: `${origin}/webhook/pedidos` };
    await expect(admin.call('POST', '/queueIntegration/testSession', integration)).rejects.toThrow(
      /: 400 .*urlN8N/,
    );
    const assistant = {
      name: 'Recepção',
      prompt: 'Você atende clientes de uma padaria. Responda em uma frase, com gentileza.',
      baseUrl: `${origin}/v1`,
      apiKey: 'uma-chave-qualquer',
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      queueId,
      question: 'Vocês abrem hoje?',
    };
    await expect(admin.call('POST', '/prompt/test', assistant)).rejects.toThrow(/: 400 .*baseUrl/);
    expect(asked).toBe(0);
  });

  it('has no fake services: neither their page nor their address', async () => {
    const answer = await fetch(`${stack.url}/sandbox/services`);
    expect(answer.headers.get('content-type')).not.toContain('json');
    expect(Object.keys(stack.env).filter((name) => name.startsWith('INTEGRATIONS_'))).toEqual([]);
  });
});
