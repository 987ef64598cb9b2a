/** Returns the calendar day of an instant in a time zone, as `yyyy-MM-dd`. In some hours it is not the day of UTC. */
export const dayIn = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(atMs);
