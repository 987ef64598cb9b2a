import { describe, expect, it } from 'vitest';
import { markOf } from './tick-mark.ts';

const audio = {
  state: 'stored',
  fileName: 'a.ogg',
  mimeType: 'audio/ogg',
  size: 1,
  durationS: 1,
  reason: '',
} as const;

describe('the mark of an own message', () => {
  it('is waiting, sent, delivered, and from ack 3 to 5 read', () => {
    const marks = [0, 1, 2, 3, 4, 5].map((ack) => markOf({ sendState: 'pending', ack, media: null }));
    expect(marks).toEqual(['waiting', 'sent', 'delivered', 'read', 'read', 'read']);
  });

  it('of a voice note is played from ack 4 on', () => {
    const marks = [2, 3, 4, 5].map((ack) =>
      markOf({ sendState: 'sent', ack, media: { ...audio, voice: true } }),
    );
    expect(marks).toEqual(['delivered', 'read', 'played', 'played']);
    expect(markOf({ sendState: 'sent', ack: 4, media: { ...audio, voice: false } })).toBe('read');
  });

  it('follows the send state of a note, and of a message that failed', () => {
    for (const sendState of ['private', 'failed', 'unknown'] as const)
      expect(markOf({ sendState, ack: 0, media: null })).toBe(sendState);
  });
});
