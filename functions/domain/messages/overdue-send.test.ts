import { SEND_STATES } from '@prosa/shared/entities/message.ts';
import { describe, expect, it } from 'vitest';
import { overdueSend } from './overdue-send.ts';

describe('overdueSend', () => {
  it.each(['pending', 'sending'] as const)('ends a %s message', (sendState) => {
    expect(overdueSend({ sendState, attempt: 1 }, 1)?.state).toBe('unknown');
  });

  it.each(SEND_STATES.filter((state) => state !== 'pending' && state !== 'sending'))(
    'leaves a %s message as it is',
    (sendState) => {
      expect(overdueSend({ sendState, attempt: 1 }, 1)).toBeUndefined();
    },
  );

  it('leaves a later attempt and a removed message alone', () => {
    expect(overdueSend({ sendState: 'pending', attempt: 2 }, 1)).toBeUndefined();
    expect(overdueSend(undefined, 1)).toBeUndefined();
  });
});
