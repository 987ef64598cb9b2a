import { zoneFormat } from '../zone-format.ts';

const MINUTES_PER_HOUR = 60;

const minuteOf = (clockTime: string): number => {
  const [hours = '0', minutes = '0'] = clockTime.split(':');
  return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
};

/** Local time of day in an IANA zone, as HH:mm. */
export const clockTimeIn = (timeZone: string, nowMs: number): string =>
  zoneFormat('en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(nowMs);

/**
 * Whether a local time lies in working hours, first and last minute included. Hours that end before they begin run over
 * midnight.
 */
export const withinHours = (start: string, end: string, localTime: string): boolean => {
  const [from, to, now] = [minuteOf(start), minuteOf(end), minuteOf(localTime)];
  return from <= to ? from <= now && now <= to : now >= from || now <= to;
};
