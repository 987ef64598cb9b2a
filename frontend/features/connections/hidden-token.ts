/** Returns a token as it is shown after its first time: dots and its end; '' without a token. */
export const hiddenToken = (last4: string): string => (last4 === '' ? '' : `••••••••${last4}`);
