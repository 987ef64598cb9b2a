const LINKED = /^(https?:\/\/|mailto:)/i;

/** Returns an address that a text may link to: of the web or of e-mail. Any other becomes ''. */
export const safeAddress = (address: string): string => (LINKED.test(address) ? address : '');
