import { describe, expect, it } from 'vitest';
import { messagesPerTime } from './campaign-pace.ts';
import { MESSAGE_INTERVALS_S, MESSAGES_BEFORE_PAUSE, PAUSES_S } from './campaign-settings.ts';

/** Interval, messages before a pause, and pause. */
type Settings = readonly [number, number, number];

/** Counts the messages that a campaign sends within a time, one after the other. */
const sentWithin = (
  seconds: number,
  [interval, before, pause]: readonly [number, number, number],
): number => {
  let sent = 0;
  let atS = 0;
  while (atS < seconds) {
    sent += 1;
    atS += interval + (before > 0 && sent % before === 0 ? pause : 0);
  }
  return sent;
};

const HOURS = 1000;
const cases = MESSAGE_INTERVALS_S.flatMap((interval) =>
  MESSAGES_BEFORE_PAUSE.flatMap((before) => PAUSES_S.map((pause): Settings => [interval, before, pause])),
).filter(([interval, before, pause]) => interval > 0 || (before > 0 && pause > 0));

const paceOf = ([messageIntervalS, messagesBeforePause, pauseS]: Settings) =>
  messagesPerTime({ messageIntervalS, messagesBeforePause, pauseS });

describe('pace of a campaign', () => {
  it('the defaults send 3 messages a minute and 157 an hour', () => {
    expect(paceOf([20, 20, 60])).toEqual({ perMinute: 3, perHour: 157 });
  });

  it.each<[Settings, { perMinute: number; perHour: number }, string]>([
    [[20, 0, 60], { perMinute: 3, perHour: 180 }, 'no pauses after 0 messages'],
    [[20, 20, 0], { perMinute: 3, perHour: 180 }, 'no pauses of 0 seconds'],
    [[0, 20, 60], { perMinute: 20, perHour: 1200 }, 'pauses alone'],
    [[60, 0, 0], { perMinute: 1, perHour: 60 }, 'exactly one a minute'],
    [[120, 5, 180], { perMinute: 0, perHour: 23 }, 'less than one a minute'],
  ])('%j gives %j: %s', (settings, expected) => {
    expect(paceOf(settings)).toEqual(expected);
  });

  it.each<{ settings: Settings }>([
    { settings: [0, 0, 0] },
    { settings: [0, 0, 60] },
    { settings: [0, 20, 0] },
  ])('$settings limits nothing', ({ settings }) => {
    expect(paceOf(settings)).toBeUndefined();
  });

  it('equals a count of the sent messages, for every combination of the options', () => {
    const wrong = cases.filter((settings) => {
      const counted = sentWithin(HOURS * 3600, settings) / HOURS;
      return Math.abs((paceOf(settings)?.perHour ?? 0) - counted) > 1;
    });
    expect(cases.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });
});
