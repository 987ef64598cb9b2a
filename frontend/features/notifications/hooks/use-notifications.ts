/** Sound, browser notification and tab title of what comes in. */
export const useNotifications = (): void => undefined;
