/** Known before the picker has loaded, so that what holds it opens where it will stay. */
export const EMOJI_PICKER_SIZE = { width: 340, height: 400 } as const;
