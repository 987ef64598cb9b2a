const DAY_MS = 86_400_000;

/**
 * How many messages of campaigns a WhatsApp Web connection sends on a day, by its age in days. Ours, because WhatsApp
 * publishes no figure: operators report that new numbers are banned above some tens of messages to strangers a day.
 */
const STEPS = [
  { fromDay: 0, cap: 50 },
  { fromDay: 3, cap: 100 },
  { fromDay: 7, cap: 200 },
  { fromDay: 14, cap: 500 },
  { fromDay: 30, cap: 1000 },
  { fromDay: 90, cap: 2000 },
] as const;

/**
 * Returns how many messages of campaigns a connection may send on the current day; undefined without a cap: providers
 * of business accounts have limits of their own.
 * @param pairedAtMs when the number was paired
 */
export const campaignCapOfDay = (
  { reachedByPairing, pairedAtMs }: { reachedByPairing: boolean; pairedAtMs: number },
  nowMs: number,
): number | undefined => {
  if (!reachedByPairing) return undefined;
  const days = Math.max(0, Math.floor((nowMs - pairedAtMs) / DAY_MS));
  return STEPS.findLast(({ fromDay }) => fromDay <= days)?.cap;
};
