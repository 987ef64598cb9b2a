/** An endpoint of webhooks, as far as it says who switched it off. */
interface Switched {
  off: { reason: string } | null;
}

/** Returns whether the system has switched off one of a company's endpoints, so that an administrator must act. */
export const isOffBySystem = (endpoints: readonly Switched[]): boolean =>
  endpoints.some(({ off }) => off !== null && off.reason !== 'user');
