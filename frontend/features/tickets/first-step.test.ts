import { describe, expect, it } from 'vitest';
import { nextStep } from './first-step.ts';

const UNKNOWN = { connections: undefined, queues: undefined, people: undefined, contacts: undefined };
const linked = [{ linked: false }, { linked: true }];

describe('a company that begins', () => {
  it('is led from one step to the next', () => {
    expect(nextStep({ ...UNKNOWN, connections: [] })).toBe('connect');
    expect(nextStep({ ...UNKNOWN, connections: [{ linked: false }] })).toBe('scan');
    const begun = { connections: linked, queues: 0, people: 1, contacts: 0 };
    expect(nextStep(begun)).toBe('queue');
    expect(nextStep({ ...begun, queues: 1 })).toBe('team');
    expect(nextStep({ ...begun, queues: 1, people: 2 })).toBe('message');
  });

  it('is not led where it talks already, or nothing is known yet', () => {
    expect(nextStep(UNKNOWN)).toBeNull();
    expect(nextStep({ ...UNKNOWN, connections: linked })).toBeNull();
    expect(nextStep({ connections: linked, queues: 0, people: 1, contacts: 3 })).toBeNull();
    expect(nextStep({ connections: linked, queues: 2, people: undefined, contacts: 0 })).toBeNull();
    expect(nextStep({ connections: [], queues: 2, people: 9, contacts: 300 })).toBe('connect');
  });
});
