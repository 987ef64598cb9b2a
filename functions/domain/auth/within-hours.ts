import { zoneFormat } from '../zone-format.ts';

const MINUTES_PER_HOUR = 60;

const minuteOf = (clockTime: string): number => {
  const [hours = '0', minutes = '0'] = clockTime.split(':');
  return Number(hours) * MINUTES_PER_HOUR + Number(minutes);
};

/** Local time of day in an IANA zone, as HH:mm. */
const clockTimeIn = (timeZone: string, nowMs: number): string =>
  zoneFormat('en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(nowMs);

/** First and last minute included. Hours that end before they begin run over midnight. */
const withinHours = (start: string, end: string, localTime: string): boolean => {
  const [from, to, now] = [minuteOf(start), minuteOf(end), minuteOf(localTime)];
  return from <= to ? from <= now && now <= to : now >= from || now <= to;
};

/** Whether a user may work now, by the clock of the company's zone (IANA). */
export const mayWorkAt = (
  user: { startWork: string; endWork: string },
  timeZone: string,
  nowMs: number,
): boolean => withinHours(user.startWork, user.endWork, clockTimeIn(timeZone, nowMs));
