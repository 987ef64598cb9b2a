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

describe('date and time', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T02:30:00Z') }));
  afterEach(() => vi.useRealTimers());

  it('is shown as a time for today and as a date otherwise', () => {
    expect(formatWhen('2026-11-20T12:05:00Z')).toBe('09:05');
    expect(formatWhen('2026-11-20T02:59:00Z')).toBe('19/11/2026');
  });

  it("is shown in the company's time zone, in any time zone of the browser", () => {
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

describe('dayOf', () => {
  it.each([
    'America/Sao_Paulo',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
    'America/St_Johns',
  ])(
    "and formatTime equal the calendar's day and the clock in %s, around every midnight and clock change",
    (zone) => {
      const calendar = new Intl.DateTimeFormat('sv-SE', {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: zone,
      });
      vi.mocked(timeZone).mockReturnValue(zone);
      const minutes = Array.from({ length: 366 * 24 * 4 }, (_, quarter) => quarter * 15 + (quarter % 15));
      for (const minute of minutes) {
        const instant = new Date(Date.UTC(2026, 0, 1) + minute * 60_000);
        const shown = `${dayOf(instant.toISOString())} ${formatTime(instant.toISOString())}`;
        if (shown !== calendar.format(instant))
          expect(shown, instant.toISOString()).toBe(calendar.format(instant));
      }
      expect(dayOf('2026-12-31T06:00:00.000Z', zone)).toBe('2026-12-31');
    },
  );

  it('calls Intl once per quarter of an hour, because a list needs thousands of days', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    const start = Date.UTC(2026, 5, 1);
    for (let second = 0; second < 3600; second++) dayOf(new Date(start + second * 1000).toISOString());
    expect(asked).toHaveBeenCalledTimes(4);
    asked.mockRestore();
  });
});

describe('text', () => {
  it('is cut with an ellipsis, never inside an emoji', () => {
    expect(truncate('curto', 40)).toBe('curto');
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2)).toBe('👨‍👩‍👧…');
  });

  it('is reduced to the initials of the first and last word', () => {
    expect(initials('Ana Maria da Silva')).toBe('AS');
    expect(initials('çağla')).toBe('Ç');
    expect(initials('')).toBe('');
  });
});

describe('number', () => {
  beforeEach(() =>
    i18next.use(amounts).init({
      lng: 'pt',
      resources: { pt: { tickets: pt }, en: { tickets: en } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    }),
  );

  it('a phone number is formatted and masked in the usual way', () => {
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
  ])('a number or file size is formatted by the language: %s', async (language, [number, ...sizes]) => {
    await i18next.changeLanguage(language);
    const MB = 1024 * 1024;
    expect(formatNumber(1_234_567.5)).toBe(number);
    expect([1.5 * MB, 64 * MB, 12 * 1024, 300, 0].map(formatBytes)).toEqual(sizes);
  });

  it('a number in a text is formatted by the language, except a ticket number', async () => {
    const closed = () => i18next.t('tickets:closeAll.done', { count: 1234 });
    expect(closed()).toBe('1.234 atendimentos encerrados');
    expect(i18next.t('tickets:remove.title', { id: 1234 })).toBe('Excluir o atendimento 1234?');
    await i18next.changeLanguage('en');
    expect(closed()).toBe('1,234 tickets closed');
  });

  it('a number of seconds is formatted as minutes and seconds', () => {
    expect(formatDuration(65.4)).toBe('1:05');
  });
});
