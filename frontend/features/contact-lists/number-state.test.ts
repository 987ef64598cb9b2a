import { describe, expect, it } from 'vitest';
import { checkingConnection, checkObstacle, numberState } from './number-state.ts';

const PAIRED = { id: 1, channel: 'whatsapp', isDefault: false } as const;
const CLOUD = { id: 2, channel: 'whatsappapi', isDefault: true } as const;

describe('the connection that checks the numbers of a list', () => {
  it('is the list’s own; without one, or if it was removed, the company’s default', () => {
    expect(checkingConnection(1, [PAIRED, CLOUD])).toBe(PAIRED);
    const byDefault = { ...PAIRED, isDefault: true };
    expect(checkingConnection(null, [byDefault])).toBe(byDefault);
    expect(checkingConnection(9, [byDefault])).toBe(byDefault);
  });

  it('is null if there is none or its channel cannot check numbers', () => {
    expect(checkingConnection(null, [])).toBeNull();
    expect(checkingConnection(9, [PAIRED])).toBeNull();
    expect(checkingConnection(2, [PAIRED, CLOUD])).toBeNull();
    expect(checkingConnection(null, [PAIRED, CLOUD])).toBeNull();
  });

  it('is undefined before the connections are loaded', () => {
    expect(checkingConnection(1, undefined)).toBeUndefined();
  });
});

describe('the state of a number', () => {
  it.each([
    [true, null, 'valid'],
    [false, null, 'invalid'],
    [null, PAIRED, 'checking'],
    [null, undefined, 'checking'],
    [null, null, 'uncheckable'],
  ] as const)('isWhatsappValid %j with the connection %j is %s', (isWhatsappValid, connection, state) => {
    expect(numberState({ isWhatsappValid }, connection)).toBe(state);
  });
});

describe('what hinders the check of numbers', () => {
  it.each([
    [0, null, null],
    [1, undefined, null],
    [1, null, 'unable'],
    [1, { status: 'CONNECTED' }, null],
    [1, { status: 'DISCONNECTED' }, 'waits'],
  ] as const)('%i unchecked numbers and the connection %j: %s', (uncheckedCount, connection, obstacle) => {
    expect(checkObstacle(uncheckedCount, connection)).toBe(obstacle);
  });
});
