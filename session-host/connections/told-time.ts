import { toNumber } from 'baileys';

/** Seconds since the epoch in Baileys' form: 64-bit ones as an object. */
export type ToldSeconds = Parameters<typeof toNumber>[0];

const SECOND_MS = 1000;
/** WhatsApp's first year, and an end after any appointment or restriction. */
const FIRST_MS = Date.UTC(2009, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);

/**
 * Returns the epoch milliseconds of a date that WhatsApp sends in seconds; undefined unless it is between 2009 and
 * 2100.
 */
export const toldDate = (seconds: ToldSeconds): number | undefined => {
  const ms = Math.round(toNumber(seconds) * SECOND_MS);
  return Number.isSafeInteger(ms) && ms >= FIRST_MS && ms < LAST_MS ? ms : undefined;
};
