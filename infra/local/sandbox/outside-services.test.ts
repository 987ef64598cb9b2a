import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OutsideServices, startOutsideServices } from './outside-services.ts';

let folder: string;
let services: OutsideServices;
const file = () => join(folder, 'sandbox', 'services.json');
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-services-'));
});
beforeEach(async () => {
  services = await startOutsideServices(file());
});
afterEach(() => services.stop());
afterAll(() => rmSync(folder, { recursive: true }));

const listed = (service: string, field: string): string => {
  const values = services.list().find(({ name }) => name === service)?.values ?? [];
  return values.find((one) => one.field === field)?.value ?? '';
};
const startChat = (message = 'oi') =>
  fetch(`${listed('typebot', 'address')}/api/v1/typebots/${listed('typebot', 'slug')}/startChat`, {
    method: 'POST',
    body: JSON.stringify({ message }),
    redirect: 'manual',
  });
const post = (service: string, path: string, body: object) =>
  fetch(`${listed(service, 'address')}${path}`, { method: 'POST', body: JSON.stringify(body) });

describe('the fake services of the sandbox', () => {
  it('answer at the addresses that they list', async () => {
    expect(await (await startChat()).text()).toContain('robô da loja');
    expect(await (await post('n8n', '', {})).json()).toEqual({ reply: expect.any(String) });
    expect((await post('webhook', '', {})).status).toBe(200);
    const question = { model: 'any', messages: [{ role: 'user', content: 'Vocês abrem hoje?' }], tools: [] };
    const answer = await fetch(`${listed('model', 'address')}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${listed('model', 'apiKey')}` },
      body: JSON.stringify(question),
    });
    expect(await answer.text()).toContain('Vocês abrem hoje?');
  });

  it('behave as chosen from the next request on, each for itself', async () => {
    services.setBehaviour('typebot', 'wrong');
    expect((await startChat()).headers.get('content-type')).toBe('text/html');
    expect((await post('n8n', '', {})).status).toBe(200);
    services.setBehaviour('typebot', 'hostile');
    const redirect = await startChat();
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^http:\/\/169\.254\./),
    ]);
    services.setBehaviour('typebot', 'huge');
    expect((await (await startChat()).arrayBuffer()).byteLength).toBeGreaterThan(10_000_000);
    services.setBehaviour('typebot', 'normal');
    expect((await startChat()).status).toBe(200);
    expect(services.list().map(({ behaviour }) => behaviour)).toEqual(Array(7).fill('normal'));
  });

  it('that hang or are slow do not hold the program when it stops', async () => {
    services.setBehaviour('typebot', 'hangs');
    services.setBehaviour('n8n', 'slow');
    const asked = [startChat(), post('n8n', '', {})].map((answer) => expect(answer).rejects.toThrow());
    await services.stop();
    await Promise.all(asked);
  });

  it('refuse a request that makes no sense, and go on', async () => {
    const path = `${listed('typebot', 'address')}/api/v1/typebots/x/startChat`;
    expect((await fetch(path, { method: 'POST', body: '{' })).status).toBe(400);
    expect((await startChat()).status).toBe(200);
  });

  it('S-45: answer no page of another origin', async () => {
    const answer = await fetch(listed('n8n', 'address'), { headers: { origin: 'https://evil.example' } });
    expect(answer.status).toBe(403);
  });

  it('have the same addresses and the same key file after a restart', async () => {
    const before = services.list();
    await services.stop();
    services = await startOutsideServices(file());
    expect(services.list()).toEqual(before);
  });

  it('take another port if theirs is taken meanwhile', async () => {
    const { origin } = services;
    await services.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(Number(new URL(origin).port), '127.0.0.1', resolve));
    services = await startOutsideServices(file());
    expect(services.origin).not.toBe(origin);
    expect((await startChat()).status).toBe(200);
    await new Promise((resolve) => other.close(resolve));
  });
});
