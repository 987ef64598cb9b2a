import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { canInflate, frameReader } from './read-frame.ts';

const deflated = (text: string): string => deflateRawSync(text).toString('base64');

describe('frames of the WebSocket connection', () => {
  it('are delivered in order, compressed or not', async () => {
    expect(canInflate).toBe(true);
    const texts: string[] = [];
    const large = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ event: 'é', data: { id } })));
    const read = frameReader(
      (text) => texts.push(text),
      () => texts.push('unreadable'),
    );
    for (const frame of ['[1]', deflated(large), '{"event":"single"}', deflated('[2]'), '[3]']) read(frame);
    await vi.waitFor(() => expect(texts).toEqual(['[1]', large, '{"event":"single"}', '[2]', '[3]']));
  });

  it.each(['no base64!', 'AAAA', deflated('[1,2,3]'.repeat(100)).slice(0, 8)])(
    'are not delivered after an unreadable frame: %s',
    async (frame) => {
      const onText = vi.fn();
      const onUnreadable = vi.fn();
      const read = frameReader(onText, onUnreadable);
      read('[1]');
      read(frame);
      read('[2]');
      await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalled());
      await vi.waitFor(() => expect(onUnreadable).toHaveBeenCalledTimes(2));
      expect(onText.mock.calls).toEqual([['[1]']]);
    },
  );
});
