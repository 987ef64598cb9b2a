/** Providers' times have whole seconds. */
const SECOND_MS = 1000;

/** Whether a provider's update, by its time in epoch milliseconds, was surely made before an instant. */
export const isSurelyBefore = (madeAtMs: number, instant: string | undefined): boolean =>
  instant !== undefined && madeAtMs + SECOND_MS <= Date.parse(instant);
