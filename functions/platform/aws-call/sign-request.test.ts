import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credentials } from './credentials.ts';
import { sha256Hex, signRequest } from './sign-request.ts';

class Sha256 {
  private readonly state: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    if (secret === undefined) this.state = createHash('sha256');
    else if (typeof secret === 'string') this.state = createHmac('sha256', secret);
    else {
      const view = ArrayBuffer.isView(secret) ? secret : new Uint8Array(secret);
      this.state = createHmac('sha256', new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    }
  }
  update(data: Uint8Array | string): void {
    this.state.update(data);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.state.digest());
  }
  reset(): void {
    throw new Error('not needed');
  }
}

const NOW_MS = Date.UTC(2026, 10, 21, 12, 34, 56, 789);
const HOST = 'abc123.execute-api.sa-east-1.amazonaws.com';

const CREDENTIALS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };

const smithySignature = async (
  service: 'dynamodb' | 'execute-api',
  request: { method: string; path: string; body: string; headers?: Record<string, string> },
  credentials: Credentials = CREDENTIALS,
) => {
  const { headers, ...rest } = request;
  const signer = new SignatureV4({
    service,
    region: 'sa-east-1',
    credentials,
    sha256: Sha256,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    { ...rest, protocol: 'https:', hostname: HOST, headers: { host: HOST, ...headers }, query: {} },
    { signingDate: new Date(NOW_MS) },
  );
  return signed.headers;
};

describe('signRequest', () => {
  const region = process.env.AWS_REGION;
  beforeEach(() => {
    process.env.AWS_REGION = 'sa-east-1';
  });
  afterEach(() => {
    if (region === undefined) delete process.env.AWS_REGION;
    else process.env.AWS_REGION = region;
  });

  it.each([
    ['POST', '/prod/@connections/L0SM9cOFvHcCIhw%3D', '{"event":"company-1-ticket"}'],
    ['DELETE', '/@connections/a%2Fb%2Bc%3D', ''],
  ] as const)('signs %s %s as the SDK does', async (method, path, body) => {
    const expected = await smithySignature('execute-api', { method, path, body });
    const signed = signRequest({
      service: 'execute-api',
      method,
      host: HOST,
      path,
      bodyHash: sha256Hex(body),
      nowMs: NOW_MS,
      credentials: CREDENTIALS,
    });
    expect(signed['x-amz-date']).toBe(expected['x-amz-date']);
    expect(signed.authorization).toBe(expected.authorization);
  });

  it("signs a call of the table, with the session token of Lambda's role, as the SDK does", async () => {
    const credentials = { ...CREDENTIALS, sessionToken: 'token+/=' };
    const target = 'DynamoDB_20120810.Query';
    const expected = await smithySignature(
      'dynamodb',
      { method: 'POST', path: '/', body: '{}', headers: { 'x-amz-target': target } },
      credentials,
    );
    const signed = signRequest({
      service: 'dynamodb',
      method: 'POST',
      host: HOST,
      path: '/',
      target,
      bodyHash: sha256Hex('{}'),
      nowMs: NOW_MS,
      credentials,
    });
    expect(signed['x-amz-security-token']).toBe('token+/=');
    expect(signed.authorization).toBe(expected.authorization);
  });

  it('makes a new key when the day or the service changes', () => {
    const of = (nowMs: number, service: 'dynamodb' | 'execute-api' = 'execute-api') =>
      signRequest({
        service,
        method: 'POST',
        host: HOST,
        path: '/@connections/x',
        bodyHash: sha256Hex(''),
        nowMs,
        credentials: CREDENTIALS,
      });
    const first = of(NOW_MS);
    expect(of(NOW_MS + 86_400_000).authorization).not.toBe(first.authorization);
    expect(of(NOW_MS, 'dynamodb').authorization).not.toBe(first.authorization);
    expect(of(NOW_MS)).toEqual(first);
  });
});
