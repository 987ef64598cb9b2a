import { describe, expect, it } from 'vitest';
import { nextStep } from './first-step.ts';

const UNKNOWN = { connections: undefined, queues: undefined, people: undefined, contacts: undefined };
const linked = [
  { linked: false, offers: false },
  { linked: true, offers: true },
];

describe('nextStep of a new company', () => {
  it('leads through the setup steps in order', () => {
    expect(nextStep({ ...UNKNOWN, connections: [] })).toBe('connect');
    expect(nextStep({ ...UNKNOWN, connections: [{ linked: false, offers: false }] })).toBe('scan');
    const begun = { connections: linked, queues: 0, people: 1, contacts: 0 };
    expect(nextStep(begun)).toBe('queue');
    expect(nextStep({ ...begun, queues: 1 })).toBe('team');
    expect(nextStep({ ...begun, queues: 1, people: 2 })).toBe('message');
  });

  it('is to offer the queue while no linked connection does', () => {
    const begun = { ...UNKNOWN, queues: 1, people: 1, contacts: 0 };
    const offers = (connections: { linked: boolean; offers: boolean }[]) =>
      nextStep({ ...begun, connections });
    expect(offers([{ linked: true, offers: false }])).toBe('offer');
    expect(
      offers([
        { linked: true, offers: false },
        { linked: false, offers: true },
      ]),
    ).toBe('offer');
    expect(offers([{ linked: true, offers: true }])).toBe('team');
  });

  it('is null when the company already has conversations, or when nothing is known yet', () => {
    expect(nextStep(UNKNOWN)).toBeNull();
    expect(nextStep({ ...UNKNOWN, connections: linked })).toBeNull();
    expect(nextStep({ connections: linked, queues: 0, people: 1, contacts: 3 })).toBeNull();
    expect(nextStep({ connections: linked, queues: 2, people: undefined, contacts: 0 })).toBeNull();
    expect(nextStep({ connections: [], queues: 2, people: 9, contacts: 300 })).toBe('connect');
  });
});
