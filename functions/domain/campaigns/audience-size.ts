/** How many people a campaign is for, as its list, tag, tickets or earlier campaign counts them. */
export interface Audience {
  everyone: number;
  /** Numbers that the provider does not know. */
  invalid: number;
}

/** The first of them, as they were examined. */
interface Examined {
  isAll: boolean;
  sendable: number;
  invalid: number;
  optedOut: number;
}

/**
 * Returns how many people a campaign would be sent to: exactly if all were examined, otherwise by the counts, less those
 * of the examined ones who opted out.
 * @param handled receivers who had their turn
 */
export const audienceSize = (
  { everyone, invalid }: Audience,
  examined: Examined,
  handled: number,
): { receivers: number; invalid: number } =>
  examined.isAll
    ? { receivers: examined.sendable, invalid: examined.invalid }
    : { receivers: Math.max(0, everyone - invalid - handled - examined.optedOut), invalid };
