/** Longest random part of a delay, in seconds. A message waits for 80 s at most. */
const JITTER_MAX_S = 30;

/**
 * Returns the delay of a retry in seconds, at least one. The delay is the provider's, plus a random number of seconds
 * (full jitter), so that commands that failed together do not return together. The maximum of the random number
 * doubles with each receive, up to 30.
 * @param receives how often the command was received so far, at least once
 * @param atLeastS what the provider asks for, in seconds; 0 if it asks for nothing
 * @param random from 0 to 1
 */
export const retryDelayS = (receives: number, atLeastS: number, random: number): number =>
  Math.max(1, atLeastS + Math.ceil(random * Math.min(JITTER_MAX_S, 2 ** receives)));
