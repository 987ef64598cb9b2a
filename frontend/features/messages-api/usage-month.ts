import type { ApiUsageView } from '@prosa/shared/contracts/api-usage.ts';

/** Months that can be chosen. */
const MONTHS_SHOWN = 12;

/** Returns the month of a day and those before it as `yyyy-MM`, the latest first. */
export const lastMonths = (today: string): string[] => {
  const latest = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: MONTHS_SHOWN }, (_none, index) => {
    const month = latest - index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
};

/** Returns the messages sent on each day of a month (`yyyy-MM`), also on days without calls. */
export const messagesByDay = (
  month: string,
  days: readonly Pick<ApiUsageView, 'day' | 'UsedOnDay'>[],
): { day: string; total: number }[] => {
  const sent = new Map(days.map(({ day, UsedOnDay }) => [day, UsedOnDay]));
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  return Array.from({ length: count }, (_none, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    return { day, total: sent.get(day) ?? 0 };
  });
};
