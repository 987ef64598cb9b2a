import { fillCampaignText } from '@prosa/shared/rules/campaign-text.ts';
import { zoneOfNumber } from '@prosa/shared/rules/number-zone.ts';
import { describe, expect, it } from 'vitest';
import { firstAllowed, sendableFrom } from './allowed-time.ts';
import { campaignAnswer } from './campaign-answers.ts';
import { isEditable, statusAfter } from './campaign-status.ts';
import { campaignCapOfDay } from './daily-cap.ts';
import { estimateEnd } from './estimate-end.ts';
import { pauseAfter } from './pace.ts';
import { qualityOf } from './quality.ts';

const allowed = {
  startHour: '09:00',
  endHour: '18:00',
  onSaturday: false,
  onSunday: false,
  timeZone: 'America/Sao_Paulo',
};
const at = (text: string) => Date.parse(`${text}-03:00`);
const pace = { messageIntervalS: 20, longerIntervalAfter: 20, greaterIntervalS: 60 };

describe('the time at which a campaign may send', () => {
  it.each([
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00'],
    ['2026-11-20T08:59:59', '2026-11-20T09:00:00'],
    ['2026-11-20T18:00:00', '2026-11-23T09:00:00'],
    ['2026-11-21T12:00:00', '2026-11-23T09:00:00'],
    ['2026-11-22T23:00:00', '2026-11-23T09:00:00'],
  ])('from %s is %s', (from, expected) => {
    expect(firstAllowed(allowed, at(from))).toBe(at(expected));
  });

  it('is never in the night of the receiver, where the number tells its zone', () => {
    expect(sendableFrom(allowed, zoneOfNumber('351912345678'), at('2026-11-20T17:30:00'))).toBe(
      at('2026-11-23T09:00:00'),
    );
    expect(sendableFrom(allowed, zoneOfNumber('351912345678'), at('2026-11-20T16:30:00'))).toBe(
      at('2026-11-20T16:30:00'),
    );
    expect(sendableFrom(allowed, zoneOfNumber('1202555'), at('2026-11-20T17:30:00'))).toBe(
      at('2026-11-20T17:30:00'),
    );
    const early = { ...allowed, startHour: '05:00', endHour: '06:00' };
    expect(sendableFrom(early, 'America/Sao_Paulo', at('2026-11-20T05:10:00'))).toBeUndefined();
  });
});

describe('the pace', () => {
  it('has the interval as its mean, differs by 40 percent at most, and pauses longer after 20 messages', () => {
    expect(pauseAfter(pace, { sinceLonger: 3 }, 0)).toEqual({ pauseMs: 12_000, sinceLonger: 3 });
    expect(pauseAfter(pace, { sinceLonger: 3 }, 1)).toEqual({ pauseMs: 28_000, sinceLonger: 3 });
    expect(pauseAfter(pace, { sinceLonger: 20 }, 0.5)).toEqual({ pauseMs: 60_000, sinceLonger: 0 });
    expect(pauseAfter(pace, { sinceLonger: 3 }, 0.5, 2).pauseMs).toBe(40_000);
    expect(pauseAfter({ ...pace, messageIntervalS: 0 }, { sinceLonger: 3 }, 0.5).pauseMs).toBe(1000);
  });
});

describe('the estimated end', () => {
  const base = { pace, allowed, capOfDay: undefined, sentToday: 0 };
  it('counts pauses, hours, weekends and the cap of the day', () => {
    expect(estimateEnd({ ...base, messages: 3 }, at('2026-11-20T10:00:00'))).toBe(at('2026-11-20T10:01:00'));
    expect(estimateEnd({ ...base, messages: 40 }, at('2026-11-20T17:59:00'))).toBeGreaterThan(
      at('2026-11-23T09:00:00'),
    );
    expect(
      estimateEnd({ ...base, messages: 120, capOfDay: 50, sentToday: 0 }, at('2026-11-23T10:00:00')),
    ).toBeGreaterThan(at('2026-11-25T09:00:00'));
    expect(estimateEnd({ ...base, messages: 1e9 }, at('2026-11-23T10:00:00'))).toBeUndefined();
  });
});

describe('the status', () => {
  const nowMs = at('2026-11-20T10:00:00');
  it('allows each action only where it makes sense', () => {
    expect(statusAfter('running', 'pause')).toBe('paused');
    expect(statusAfter('finished', 'restart')).toBeUndefined();
    expect(statusAfter('cancelled', 'restart')).toBe('running');
    expect(statusAfter('cancelled', 'resume')).toBeUndefined();
  });
  it('can be changed until an hour before its time', () => {
    const scheduled = (text: string) => ({ status: 'scheduled' as const, scheduledAt: `${text}.000Z` });
    expect(isEditable(scheduled('2026-11-20T14:00:01'), nowMs)).toBe(true);
    expect(isEditable(scheduled('2026-11-20T14:00:00'), nowMs)).toBe(false);
    expect(isEditable({ status: 'cancelled', scheduledAt: null }, nowMs)).toBe(true);
    expect(isEditable({ status: 'running', scheduledAt: null }, nowMs)).toBe(false);
  });
});

describe('a receiver’s answer', () => {
  it.each([
    ['SAIR', 'opt-out'],
    ['Não quero mais receber!', 'opt-out'],
    ['Stop', 'opt-out'],
    ['dar de baja', 'opt-out'],
    ['não', 'no'],
    ['Não, obrigado.', 'no'],
    ['no gracias', 'no'],
    ['hayır teşekkürler', 'no'],
    ['👎', 'no'],
    ['sim', 'other'],
    ['Não sei, quanto custa?', 'other'],
    ['quero', 'other'],
    ['1', 'other'],
    ['', 'other'],
  ])('%s is %s', (text, meaning) => {
    expect(campaignAnswer(text)).toBe(meaning);
  });
});

it('fills the placeholders once, and leaves unknown ones', () => {
  const receiver = { name: 'Ana {numero}', number: '5511999990000', email: '' };
  const own = new Map([['loja', 'Centro']]);
  expect(fillCampaignText('Oi {nome}, {loja}! {numero} {x}{email}', receiver, own)).toBe(
    'Oi Ana {numero}, Centro! 5511999990000 {x}',
  );
});

it('S-69: the cap of a paired number rises with its age', () => {
  const nowMs = at('2026-11-20T10:00:00');
  const paired = (days: number) => ({ reachedByPairing: true, pairedAtMs: nowMs - days * 86_400_000 });
  expect([0, 2, 3, 10, 20, 40, 400].map((days) => campaignCapOfDay(paired(days), nowMs))).toEqual([
    50, 50, 100, 200, 500, 1000, 2000,
  ]);
  expect(campaignCapOfDay({ ...paired(0), reachedByPairing: false }, nowMs)).toBeUndefined();
});

it('slows and stops by the share of rejected messages', () => {
  const counts = { delivered: 0, read: 0, answered: 0 };
  expect(qualityOf({ ...counts, sent: 49, rejected: 49 })).toBe('good');
  expect(qualityOf({ ...counts, sent: 100, rejected: 5 })).toBe('slow');
  expect(qualityOf({ ...counts, sent: 100, rejected: 15 })).toBe('stop');
});
