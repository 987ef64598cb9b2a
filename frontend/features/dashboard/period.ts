import { dayOf } from '../../lib/texts/format.ts';

/**
 * The dashboard's period: days of the company's calendar, `yyyy-MM-dd`, both included; empty where no day is
 * selected.
 */
export interface Period {
  first: string;
  last: string;
}

/** Returns the period from the first of the month to today. */
export const defaultPeriod = (now: Date): Period => {
  const last = dayOf(now.toISOString());
  return { first: `${last.slice(0, 7)}-01`, last };
};

/** Whether both ends of a period are selected. */
export const isComplete = ({ first, last }: Period): boolean => first !== '' && last !== '';
export const isInOrder = ({ first, last }: Period): boolean => first <= last;

const DAY_MS = 24 * 60 * 60 * 1000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** Returns how many days a complete period has. */
export const daysIn = ({ first, last }: Period): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** The periods that can be chosen with one click. */
export const PRESETS = ['today', 'week', 'month', 'lastMonth'] as const;
export type Preset = (typeof PRESETS)[number];

/** Returns the days of a preset. */
export const presetPeriod = (preset: Preset, now: Date): Period => {
  const { first, last } = defaultPeriod(now);
  switch (preset) {
    case 'today':
      return { first: last, last };
    case 'week':
      return { first: dayBefore(last, 6), last };
    case 'month':
      return { first, last };
    case 'lastMonth': {
      const end = dayBefore(first, 1);
      return { first: `${end.slice(0, 7)}-01`, last: end };
    }
  }
};

/** Returns the preset with exactly these days; undefined if no preset has them. */
export const presetOf = (period: Period, now: Date): Preset | undefined =>
  PRESETS.toReversed().find((preset) => {
    const { first, last } = presetPeriod(preset, now);
    return first === period.first && last === period.last;
  });

/** Returns by how many percent a figure changed, rounded; null where there was nothing before. */
export const changePercent = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) * 100) / before);

const HOUR_MIN = 60;

/** Splits minutes, rounded to whole ones, into hours and minutes. */
export const hoursAndMinutes = (minutes: number): { hours: number; minutes: number } => {
  const whole = Math.round(minutes);
  return { hours: Math.floor(whole / HOUR_MIN), minutes: whole % HOUR_MIN };
};

/** Longer periods are shown by month, so that bars stay wide enough to point at. */
const MAX_DAYS_SHOWN = 92;
/** Maximum of months shown, the latest ones: ten years. */
const MAX_MONTHS_SHOWN = 120;
const HOURS = Array.from({ length: 24 }, (_none, hour) => String(hour).padStart(2, '0'));

/** A bar of the tickets over time: its time and the number of tickets that started then. */
export interface TimeBar {
  /** `HH`, `dd/MM/yyyy` or `MM/yyyy`. */
  name: string;
  total: number;
}

const spoken = (parts: string): string => parts.split('-').reverse().join('/');

const monthsBetween = (first: string, last: string): string[] => {
  const number = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const end = number(last);
  const start = Math.max(number(first), end - MAX_MONTHS_SHOWN + 1);
  return Array.from({ length: end - start + 1 }, (_none, index) => {
    const month = start + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
};

/** Returns the bars of a period: by hour for a single day, by day, or by month; including bars without tickets. */
export const timeBars = (
  { first, last }: Period,
  rows: readonly ({ horario: string; total: number } | { data: string; total: number })[],
): TimeBar[] => {
  const totals = new Map<string, number>();
  const add = (key: string, total: number) => totals.set(key, (totals.get(key) ?? 0) + total);
  for (const row of rows) {
    if ('horario' in row) add(row.horario, row.total);
    else {
      add(row.data, row.total);
      add(row.data.slice(3), row.total);
    }
  }
  const bar = (name: string): TimeBar => ({ name, total: totals.get(name) ?? 0 });
  if (first === last) return HOURS.map(bar);
  const days = daysIn({ first, last });
  if (days > MAX_DAYS_SHOWN) return monthsBetween(first, last).map((month) => bar(spoken(month)));
  return Array.from({ length: days }, (_none, index) =>
    bar(spoken(new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10))),
  );
};
