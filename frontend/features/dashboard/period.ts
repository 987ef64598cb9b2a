import { dayOf } from '../../lib/texts/format.ts';

/** What the dashboard is asked for: days of the company's calendar, `yyyy-MM-dd`, both included; empty where nothing is chosen. */
export interface Period {
  first: string;
  last: string;
}

/** From the first of the month to today. */
export const defaultPeriod = (now: Date): Period => {
  const last = dayOf(now.toISOString());
  return { first: `${last.slice(0, 7)}-01`, last };
};

/** Whether a period can be asked for. */
export const isComplete = ({ first, last }: Period): boolean => first !== '' && last !== '';
export const isInOrder = ({ first, last }: Period): boolean => first <= last;

const HOUR_MIN = 60;

/** Minutes as hours and minutes. */
export const hoursAndMinutes = (minutes: number): { hours: number; minutes: number } => ({
  hours: Math.floor(minutes / HOUR_MIN),
  minutes: Math.round(minutes) % HOUR_MIN,
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** More days than this are shown by months: bars stay wide enough to be pointed at. */
const MAX_DAYS_SHOWN = 92;
/** Months shown at most, the latest: ten years. */
const MAX_MONTHS_SHOWN = 120;
const HOURS = Array.from({ length: 24 }, (_none, hour) => String(hour).padStart(2, '0'));

/** A bar of the tickets over time: what it is of, and how many began then. */
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

/** What the tickets of a period are shown as: by hours of a single day, by days, or by months; those without any, too. */
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
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (days > MAX_DAYS_SHOWN) return monthsBetween(first, last).map((month) => bar(spoken(month)));
  return Array.from({ length: days }, (_none, index) =>
    bar(spoken(new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10))),
  );
};
