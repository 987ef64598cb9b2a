import { describe, expect, it } from 'vitest';
import { channelOf } from '../../channels/channels.ts';
import { isReplyWindowOpen } from './reply-window.ts';

const HEARD_AT = '2026-11-21T12:00:00.000Z';
const HOUR_MS = 60 * 60 * 1000;
const after = (ms: number): number => Date.parse(HEARD_AT) + ms;

describe('R28: the window in which a contact may be answered', () => {
  it.each(['facebook', 'instagram', 'whatsappapi'] as const)(
    'is 24 hours from the contact’s last word on %s, to the millisecond',
    (name) => {
      const { capabilities } = channelOf({ channel: name });
      expect(isReplyWindowOpen(capabilities, HEARD_AT, after(0))).toBe(true);
      expect(isReplyWindowOpen(capabilities, HEARD_AT, after(24 * HOUR_MS - 1))).toBe(true);
      expect(isReplyWindowOpen(capabilities, HEARD_AT, after(24 * HOUR_MS))).toBe(false);
      expect(isReplyWindowOpen(capabilities, null, after(0))).toBe(false);
    },
  );

  it('is always open on WhatsApp Web', () => {
    const { capabilities } = channelOf({ channel: 'whatsapp' });
    expect(isReplyWindowOpen(capabilities, HEARD_AT, after(10_000 * HOUR_MS))).toBe(true);
    expect(isReplyWindowOpen(capabilities, null, after(0))).toBe(true);
  });
});
