import { FRIDAY_TEN, Play, SALES, week } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { openingHours } from './hours.ts';

const HOUR_MS = 3_600_000;
const hours = (schedules = week('08:00', '12:00', '13:00', '18:00'), holidays: string[] = []) => ({
  schedules,
  holidays: holidays.map((date) => ({ date, name: '' })),
  timeZone: 'America/Sao_Paulo',
});
const at = (clock: string) => Date.parse(`${clock}-03:00`);

describe('openingHours', () => {
  it.each([
    ['2026-11-20T07:59:59', false],
    ['2026-11-20T08:00:00', true],
    ['2026-11-20T12:00:59', true],
    ['2026-11-20T12:01:00', false],
    ['2026-11-20T13:00:00', true],
    ['2026-11-20T18:01:00', false],
  ])('%s in the company’s zone: %s', (clock, isOpen) => {
    expect(openingHours(hours(), at(clock)).isOpen).toBe(isOpen);
  });

  it('treats shifts over midnight as open, days without an entry as open, and holidays as closed', () => {
    const night = hours(week('22:00', '06:00'));
    expect(openingHours(night, at('2026-11-20T23:30:00')).isOpen).toBe(true);
    expect(openingHours(night, at('2026-11-21T05:59:00')).isOpen).toBe(true);
    expect(openingHours(night, at('2026-11-21T12:00:00')).isOpen).toBe(false);
    expect(openingHours(hours([]), at('2026-11-20T03:00:00')).isOpen).toBe(true);
    expect(openingHours(hours([], ['2026-11-20']), at('2026-11-20T10:00:00')).isOpen).toBe(false);
    expect(openingHours(hours(undefined, ['2026-11-20']), at('2026-11-20T10:00:00')).isOpen).toBe(false);
    expect(openingHours(hours(undefined, ['2026-11-20']), at('2026-11-21T10:00:00')).isOpen).toBe(true);
    expect(openingHours(hours(week('', '')), at('2026-11-20T10:00:00')).isOpen).toBe(false);
  });

  it('returns whether an earlier moment is in the same closed period', () => {
    const night = openingHours(hours(), at('2026-11-21T02:00:00'));
    expect(night.isSameClosing(at('2026-11-20T18:30:00'))).toBe(true);
    expect(night.isSameClosing(at('2026-11-20T12:30:00'))).toBe(false);
    expect(
      openingHours(hours(week('', '')), at('2026-11-21T02:00:00')).isSameClosing(at('2026-11-01T02:00:00')),
    ).toBe(true);
  });

  it('uses the local clock on days when the clock changes', () => {
    const berlin = { ...hours(week('02:00', '03:00')), timeZone: 'Europe/Berlin' };
    expect(openingHours(berlin, Date.parse('2026-10-25T00:30:00Z')).isOpen).toBe(true);
    expect(openingHours(berlin, Date.parse('2026-10-25T01:30:00Z')).isOpen).toBe(true);
    expect(openingHours(berlin, Date.parse('2026-10-25T02:30:00Z')).isOpen).toBe(false);
  });
});

describe('the out-of-hours notice', () => {
  const schedules = week('08:00', '12:00', '13:00', '18:00');
  const NIGHT = FRIDAY_TEN + 10 * HOUR_MS;
  const connection = { outOfHoursMessage: 'Fechado. {{ms}}' };

  it.each([
    ['company', { company: { schedules }, connection }],
    ['connection', { connection: { ...connection, schedules } }],
  ] as const)(
    'the notice of the %s is sent once for each closed time, instead of the menu',
    (scheduleType, shop) => {
      const play = new Play({ ...shop, settings: { scheduleType } }, NIGHT);
      expect(play.asks('oi')).toEqual([['out-of-hours', 'Fechado. Boa noite']]);
      expect(play.asks('1')).toEqual([]);
      expect(play.ticket).toMatchObject({ status: 'pending', queueId: null, isOutOfHour: true });
      play.waits(14 * 60);
      expect(play.asks('bom dia')).toMatchObject([['queue-menu', expect.stringContaining('Olá, Ana!')]]);
      expect(play.ticket.isOutOfHour).toBe(false);
      play.waits(2 * 60 + 30);
      expect(play.asks('almoço?')).toMatchObject([['out-of-hours', expect.anything()]]);
      expect(play.asks('ninguém?')).toEqual([]);
      play.waits(60);
      expect(play.asks('voltaram?')).toMatchObject([['queue-menu', expect.anything()]]);
    },
  );

  it('is not sent if hours are off, or if an attendant has the ticket', () => {
    expect(new Play({ company: { schedules }, connection }, NIGHT).asks('oi')[0]?.[0]).toBe('queue-menu');
    const open = new Play(
      { company: { schedules }, connection, settings: { scheduleType: 'company' } },
      NIGHT,
    );
    open.says('oi').attendant({ status: 'open', queueId: SALES });
    open.heard();
    expect(open.asks('oi?')).toEqual([]);
  });

  it('the queue’s notice is sent when the queue is chosen and later, and the greeting follows in working hours', () => {
    const queues = [{ schedules, outOfHoursMessage: 'A fila abre às 8.' }, {}];
    const play = new Play({ queues, settings: { scheduleType: 'queue' } }, NIGHT).says('oi');
    expect(play.asks('1')).toEqual([['queue-hours', 'A fila abre às 8.']]);
    expect(play.ticket).toMatchObject({ queueId: SALES, status: 'pending' });
    expect(play.asks('alô')).toEqual([]);
    play.waits(14 * 60);
    expect(play.asks('bom dia')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    play.waits(10 * 60);
    expect(play.asks('boa noite')).toEqual([['queue-hours', 'A fila abre às 8.']]);
    expect(new Play({ queues, settings: { scheduleType: 'queue' } }, NIGHT).says('oi').asks('2')).toEqual([
      ['queue-greeting', 'Bem-vindo à fila 2'],
    ]);
  });
});
