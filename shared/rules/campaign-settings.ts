/** The values that the settings of campaigns may have. Times are in seconds; 0 means none. */
export const MESSAGE_INTERVALS_S = [0, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const MESSAGES_BEFORE_PAUSE = [0, 5, 10, 15, 20, 30, 40, 50, 60] as const;
export const PAUSES_S = [
  0, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180,
] as const;

/** Maximum of a company's own variables. */
export const CAMPAIGN_VARIABLES_MAX = 20;
export const VARIABLE_KEY_MAX_CHARS = 30;
export const VARIABLE_VALUE_MAX_CHARS = 500;
/** Variables that every campaign fills with the receiver's data, so no company may define its own of these names. */
export const RECEIVER_VARIABLES = ['nome', 'email', 'numero'] as const;
