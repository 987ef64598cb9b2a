import { type ReplyFacts, replyWindow, type Sender } from '@prosa/shared/rules/reply-window.ts';
import { describe, expect, it } from 'vitest';
import { channelOf } from './channels.ts';

const SINCE = '2026-11-21T12:00:00.000Z';
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const HEARD = { heardAt: SINCE, freeEntryAt: null };
const ENTERED = { heardAt: SINCE, freeEntryAt: SINCE };
const NEVER = { heardAt: null, freeEntryAt: null };

const windowOf = (
  channel: 'facebook' | 'instagram' | 'whatsapp' | 'whatsappapi',
  facts: ReplyFacts,
  sender: Sender,
  ms: number,
) => replyWindow(channelOf({ channel }).capabilities.replyWindow, facts, sender, Date.parse(SINCE) + ms);

describe('R28: the reply window of each channel', () => {
  it.each([
    ['whatsappapi', HEARD, 'person', DAY_MS, 'closed'],
    ['whatsappapi', HEARD, 'system', DAY_MS, 'closed'],
    ['whatsappapi', ENTERED, 'system', 72 * HOUR_MS, 'closed'],
    ['facebook', HEARD, 'system', DAY_MS, 'closed'],
    ['instagram', HEARD, 'system', DAY_MS, 'closed'],
    ['facebook', HEARD, 'person', 7 * DAY_MS, 'closed'],
    ['instagram', HEARD, 'person', 7 * DAY_MS, 'closed'],
    ['facebook', ENTERED, 'system', 7 * DAY_MS, 'closed'],
  ] as const)(
    'ends on %s, for %o of the %s, after %i ms, to the millisecond',
    (channel, facts, sender, ms, then) => {
      expect(windowOf(channel, facts, sender, 0)).toBe('open');
      expect(windowOf(channel, facts, sender, ms - 1)).not.toBe('closed');
      expect(windowOf(channel, facts, sender, ms)).toBe(then);
    },
  );

  it('requires the human-agent tag after a day, and only users can use it', () => {
    expect(windowOf('facebook', HEARD, 'person', DAY_MS - 1)).toBe('open');
    expect(windowOf('facebook', HEARD, 'person', DAY_MS)).toBe('tagged');
    expect(windowOf('facebook', HEARD, 'system', DAY_MS)).toBe('closed');
  });

  it('is closed for a contact who never wrote', () => {
    expect(windowOf('whatsappapi', NEVER, 'person', 0)).toBe('closed');
  });

  it('is always open on WhatsApp Web', () => {
    expect(windowOf('whatsapp', NEVER, 'system', 0)).toBe('open');
    expect(windowOf('whatsapp', HEARD, 'person', 10_000 * DAY_MS)).toBe('open');
  });
});
