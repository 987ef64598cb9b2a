import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../locales/en/tickets.json' with { type: 'json' };
import pt from '../../locales/pt/tickets.json' with { type: 'json' };
import {
  dayOf,
  daysAgo,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatPhone,
  formatTime,
  formatWhen,
  initials,
  maskPhone,
  truncate,
} from './format.ts';
import { amounts } from './i18n.ts';
import { timeZone } from './time-zone.ts';

vi.mock('./time-zone.ts', () => ({ timeZone: vi.fn(() => 'America/Sao_Paulo') }));

describe('moments', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T02:30:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('are a time today and a date otherwise', () => {
    expect(formatWhen('2026-11-20T12:05:00Z')).toBe('09:05');
    expect(formatWhen('2026-11-20T02:59:00Z')).toBe('19/11/2026');
  });

  it('are told by the clock of the company, wherever the browser is', () => {
    const late = '2026-11-21T02:10:00Z';
    expect(formatTime(late)).toBe('23:10');
    expect(formatDateTime(late)).toBe('20/11/2026 23:10');
    expect(formatDate(late)).toBe('20/11/2026');
    expect([dayOf(late), daysAgo('2026-11-20'), daysAgo('2026-11-19')]).toEqual(['2026-11-20', 0, 1]);
    vi.mocked(timeZone).mockReturnValue('Asia/Tokyo');
    expect(formatDateTime(late)).toBe('21/11/2026 11:10');
    expect(formatTime('2026-11-20T15:00:00Z')).toBe('00:00');
    expect(formatDay(dayOf(late))).toBe('21/11/2026');
  });
});

describe('days', () => {
  it.each([
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ])('are those of the calendar in %s, around every midnight and change of the clock', (zone) => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
    const minutes = Array.from({ length: 366 * 24 * 4 }, (_, quarter) => quarter * 15 + (quarter % 15));
    for (const minute of minutes) {
      const instant = new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
      if (dayOf(instant.toISOString(), zone) !== calendar.format(instant))
        expect(dayOf(instant.toISOString(), zone), instant.toISOString()).toBe(calendar.format(instant));
    }
    expect(dayOf('2026-12-31T06:00:00.000Z', zone)).toBe('2026-12-31');
  });

  it('are asked of the calendar once for each quarter of an hour: a list asks for thousands', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const start = Date.UTC(2026, 5, 1);
    for (let second = 0; second < 3600; second++) dayOf(new Date(start + second * 1000).toISOString());
    expect(asked).toHaveBeenCalledTimes(4);
    asked.mockRestore();
  });
});

describe('texts', () => {
  it('are cut with an ellipsis, never inside an emoji', () => {
    expect(truncate('curto', 40)).toBe('curto');
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧…');
  });

  it('become initials of the first and last word', () => {
    expect(initials('Ana Maria da Silva')).toBe('AS');
    expect(initials('çağla')).toBe('Ç');
    expect(initials('')).toBe('');
  });
});

describe('numbers', () => {
  beforeEach(() =>
    i18next.use(amounts).init({
      lng: 'pt',
      resources: { pt: { tickets: pt }, en: { tickets: en } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    }),
  );

  it('are written and masked as people know them', () => {
    expect(formatPhone('5511987654321')).toBe('+55 (11) 98765-4321');
    expect(formatPhone('14155550123')).toBe('+14155550123');
    expect(formatPhone('120363041234567890')).toBe('120363041234567890');
    expect(maskPhone('5511987654321')).toBe('+5511*******21');
  });

  it.each([
    ['pt', ['1.234.567,5', '1,5 MB', '64 MB', '12 kB', '1 kB', '0 kB']],
    ['en', ['1,234,567.5', '1.5 MB', '64 MB', '12 kB', '1 kB', '0 kB']],
    ['es', ['1,234,567.5', '1.5 MB', '64 MB', '12 kB', '1 kB', '0 kB']],
    ['tr', ['1.234.567,5', '1,5 MB', '64 MB', '12 kB', '1 kB', '0 kB']],
  ])('and sizes are written as the language does: %s', async (language, [number, ...sizes]) => {
    await i18next.changeLanguage(language);
    const MB = 1024 * 1024;
    expect(formatNumber(1_234_567.5)).toBe(number);
    expect([1.5 * MB, 64 * MB, 12 * 1024, 300, 0].map(formatBytes)).toEqual(sizes);
  });

  it('of texts are written so too, but for those that name a ticket', async () => {
    const closed = () => i18next.t('tickets:closeAll.done', { count: 1234 });
    expect(closed()).toBe('1.234 atendimentos encerrados');
    expect(i18next.t('tickets:remove.title', { id: 1234 })).toBe('Excluir o atendimento 1234?');
    await i18next.changeLanguage('en');
    expect(closed()).toBe('1,234 tickets closed');
  });

  it('of seconds become minutes', () => {
    expect(formatDuration(65.4)).toBe('1:05');
  });
});
