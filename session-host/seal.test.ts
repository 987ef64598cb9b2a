import { describe, expect, it } from 'vitest';
import { Sealer } from './seal.ts';

const KEY = Buffer.alloc(32, 1);
const own = new Sealer(KEY, { companyId: 1, connectionId: 2 });

describe('S-56: sealed credentials', () => {
  it('open for the connection and name they were sealed for', () => {
    expect(own.open('creds', own.seal('creds', 'segredo'))).toBe('segredo');
  });

  it('never look the same twice', () => {
    expect(own.seal('creds', 'x')).not.toBe(own.seal('creds', 'x'));
  });

  it.each([
    ['another company', new Sealer(KEY, { companyId: 9, connectionId: 2 }), 'creds'],
    ['another connection', new Sealer(KEY, { companyId: 1, connectionId: 3 }), 'creds'],
    ['another name', own, 'session-5511'],
    ['another key', new Sealer(Buffer.alloc(32, 2), { companyId: 1, connectionId: 2 }), 'creds'],
  ])('do not open for %s', (_where, sealer, name) => {
    const sealed = own.seal('creds', 'segredo');
    expect(() => sealer.open(name, sealed)).toThrow();
  });

  it('do not open once changed', () => {
    const bytes = Buffer.from(own.seal('creds', 'segredo'), 'base64');
    bytes.writeUInt8(bytes.readUInt8(13) ^ 1, 13);
    expect(() => own.open('creds', bytes.toString('base64'))).toThrow();
  });
});
