import { describe, expect, it } from 'vitest';
import {
  type ReplyFacts,
  type ReplyWindowPolicy,
  replyEnds,
  replyWindow,
  type Sender,
} from './reply-window.ts';

const SINCE = '2026-11-21T12:00:00.000Z';
const SINCE_MS = Date.parse(SINCE);
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const HEARD = { heardAt: SINCE, freeEntryAt: null };
const NEVER = { heardAt: null, freeEntryAt: null };
const PLAIN: ReplyWindowPolicy = { afterWordMs: DAY_MS, afterFreeEntryMs: null, taggedMs: null };
const WITH_ENTRY: ReplyWindowPolicy = { ...PLAIN, afterFreeEntryMs: 3 * DAY_MS };
const WITH_TAG: ReplyWindowPolicy = { ...PLAIN, taggedMs: 7 * DAY_MS };

const after = (policy: ReplyWindowPolicy, facts: ReplyFacts, sender: Sender, ms: number) =>
  replyWindow(policy, facts, sender, SINCE_MS + ms);

describe('R28: the reply window', () => {
  it('is open to the last millisecond after the contact wrote, then closed', () => {
    expect(after(PLAIN, HEARD, 'person', 0)).toBe('open');
    expect(after(PLAIN, HEARD, 'person', DAY_MS - 1)).toBe('open');
    expect(after(PLAIN, HEARD, 'person', DAY_MS)).toBe('closed');
  });

  it('ends at the later of the two ends after an entry through an advertisement', () => {
    const entered = { heardAt: SINCE, freeEntryAt: SINCE };
    expect(after(WITH_ENTRY, entered, 'system', 3 * DAY_MS - 1)).toBe('open');
    expect(after(WITH_ENTRY, entered, 'system', 3 * DAY_MS)).toBe('closed');
    const wroteLater = { heardAt: new Date(SINCE_MS + 3 * DAY_MS).toISOString(), freeEntryAt: SINCE };
    expect(after(WITH_ENTRY, wroteLater, 'system', 4 * DAY_MS - 1)).toBe('open');
    expect(after(WITH_ENTRY, wroteLater, 'system', 4 * DAY_MS)).toBe('closed');
  });

  it('does not count an advertisement on a channel where it makes no difference', () => {
    expect(after(PLAIN, { heardAt: null, freeEntryAt: SINCE }, 'person', 0)).toBe('closed');
  });

  it('lets only users write with the tag, to its last millisecond', () => {
    expect(after(WITH_TAG, HEARD, 'person', DAY_MS - 1)).toBe('open');
    expect(after(WITH_TAG, HEARD, 'person', DAY_MS)).toBe('tagged');
    expect(after(WITH_TAG, HEARD, 'system', DAY_MS)).toBe('closed');
    expect(after(WITH_TAG, HEARD, 'person', 7 * DAY_MS - 1)).toBe('tagged');
    expect(after(WITH_TAG, HEARD, 'person', 7 * DAY_MS)).toBe('closed');
  });

  it('is closed for a contact who never wrote, and always open without a policy', () => {
    expect(after(WITH_TAG, NEVER, 'person', 0)).toBe('closed');
    expect(replyWindow(null, NEVER, 'system', SINCE_MS)).toBe('open');
  });

  it('tells when it ends: null if it never opened, and later for users who may use the tag', () => {
    expect(replyEnds(PLAIN, NEVER, 'person')).toEqual({ openMs: null, lastMs: null });
    expect(replyEnds(WITH_TAG, HEARD, 'system')).toEqual({
      openMs: SINCE_MS + DAY_MS,
      lastMs: SINCE_MS + DAY_MS,
    });
    expect(replyEnds(WITH_TAG, HEARD, 'person')).toEqual({
      openMs: SINCE_MS + DAY_MS,
      lastMs: SINCE_MS + 7 * DAY_MS,
    });
  });
});
