import { zoneFormat } from '@prosa/shared/rules/zone-format.ts';

const MINUTES_PER_HOUR = 60;

const minuteOf = (clockTime: string): number => {
  const [hours = '0', minutes = '0'] = clockTime.split(':');
  return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
};

/** Returns the local time of day in an IANA zone, as HH:mm. */
const clockTimeIn = (timeZone: string, nowMs: number): string =>
  zoneFormat('en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(nowMs);

/**
 * Whether a local time is within working hours. The first and the last minute are included. Hours that end before
 * they start run over midnight.
 */
const withinHours = (start: string, end: string, localTime: string): boolean => {
  const [from, to, now] = [minuteOf(start), minuteOf(end), minuteOf(localTime)];
  return from <= to ? from <= now && now <= to : now >= from || now <= to;
};

/** Whether a user may work at this moment, in the company's time zone (IANA). */
export const mayWorkAt = (
  user: { startWork: string; endWork: string },
  timeZone: string,
  nowMs: number,
): boolean => withinHours(user.startWork, user.endWork, clockTimeIn(timeZone, nowMs));
