import { describe, expect, it } from 'vitest';
import { isTimerKind, readTimer, type TimerKind } from './timer-kinds.ts';

const TOKEN = 't';
/** Timers as stored in existing tables. */
const STORED: Record<TimerKind, { subject: string; data?: Record<string, unknown> }> = {
  campaign: { subject: '8', data: { run: 2 } },
  'campaign-removal': { subject: '4' },
  'flow-removal': { subject: '4' },
  'contact-list-check': { subject: '4', data: { afterId: 400_000_001 } },
  'contact-list-sweep': { subject: '4' },
  'contact-merge': { subject: '7', data: { userId: 3 } },
  'file-removal': { subject: 't/7/a.png', data: { messageId: 'm' } },
  forward: {
    subject: 'several.0',
    data: { id: 'several', userId: 3, messageIds: ['m'], contactIds: [7], signMessage: true, next: 0 },
  },
  'internal-chat-removal': { subject: '4' },
  'media-check': { subject: '7.1.x' },
  'presence-check': { subject: '3' },
  'queue-sweep': { subject: '5' },
  schedule: { subject: '9' },
  'schedule-outcome': { subject: '7.1.x', data: { scheduleId: 9 } },
  'tag-sweep': { subject: '4' },
  'ticket-watch': { subject: '12' },
  'user-sweep': { subject: '3' },
  'watch-sweep': { subject: 'company' },
  'webhook-retry': { subject: '1.01k4-t12', data: { endpointId: 1, deliveryId: '01k4-t12' } },
};

describe('a stored timer', () => {
  it.each(Object.entries(STORED))(
    'a timer of kind %s is read with its subject and data',
    (kind, { subject, data = {} }) => {
      if (!isTimerKind(kind)) throw new Error(`no kind ${kind}`);
      const timer = readTimer(kind, { subject, data, token: TOKEN });
      expect(String(timer.subject)).toBe(subject);
      expect(timer).toMatchObject({ data, token: TOKEN });
    },
  );

  it.each([
    ['presence-check', 'ana', {}],
    ['presence-check', '0', {}],
    ['ticket-watch', '12.5', {}],
    ['watch-sweep', 'all', {}],
    ['schedule-outcome', '7.1.x', {}],
    ['forward', 'several.0', { id: 'several' }],
    ['webhook-retry', '1.01k4-t12', {}],
  ] as const)('a timer of kind %s about %s with %o is refused', (kind, subject, data) => {
    expect(() => readTimer(kind, { subject, data, token: TOKEN })).toThrow();
  });

  it('a timer of an unknown kind is not among the known kinds', () => {
    expect(isTimerKind('strange')).toBe(false);
    expect(isTimerKind('toString')).toBe(false);
  });
});
