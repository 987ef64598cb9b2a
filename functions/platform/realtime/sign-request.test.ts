import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const smithySignature = async (method: string, path: string, body: string, sessionToken?: string) => {
  const signer = new SignatureV4({
    service: 'execute-api',
    region: 'sa-east-1',
    credentials: {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    sha256: Sha256,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    { method, protocol: 'https:', hostname: HOST, path, headers: { host: HOST }, query: {}, body },
    { signingDate: new Date(NOW_MS) },
  );
  return signed.headers;
};

const NAMES = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'] as const;

describe('signRequest', () => {
  const before = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));
  beforeEach(() => {
    Object.assign(process.env, {
      AWS_REGION: 'sa-east-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
    delete process.env.AWS_SESSION_TOKEN;
  });
  afterEach(() => {
    for (const name of NAMES) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it.each([
    ['POST', '/prod/@connections/L0SM9cOFvHcCIhw%3D', '{"event":"company-1-ticket"}'],
    ['DELETE', '/@connections/a%2Fb%2Bc%3D', ''],
  ] as const)('signs %s %s as the SDK does', async (method, path, body) => {
    const expected = await smithySignature(method, path, body);
    const signed = signRequest({ method, host: HOST, path, bodyHash: sha256Hex(body), nowMs: NOW_MS });
    expect(signed['x-amz-date']).toBe(expected['x-amz-date']);
    expect(signed.authorization).toBe(expected.authorization);
  });

  it("includes the session token of Lambda's role", async () => {
    process.env.AWS_SESSION_TOKEN = 'token+/=';
    const path = '/prod/@connections/x%3D';
    const expected = await smithySignature('POST', path, 'x', 'token+/=');
    const signed = signRequest({ method: 'POST', host: HOST, path, bodyHash: sha256Hex('x'), nowMs: NOW_MS });
    expect(signed['x-amz-security-token']).toBe('token+/=');
    expect(signed.authorization).toBe(expected.authorization);
  });

  it('makes a new key when the day changes', () => {
    const of = (nowMs: number) =>
      signRequest({ method: 'POST', host: HOST, path: '/@connections/x', bodyHash: sha256Hex(''), nowMs });
    const first = of(NOW_MS);
    const nextDay = of(NOW_MS + 86_400_000);
    expect(nextDay.authorization).not.toBe(first.authorization);
    expect(of(NOW_MS)).toEqual(first);
  });
});
