/** How long after it was sent WhatsApp lets a text be changed. */
export const EDIT_WINDOW_MS = 15 * 60 * 1000;
