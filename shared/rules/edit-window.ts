/** Time after sending during which WhatsApp allows a text to be edited. */
export const EDIT_WINDOW_MS = 15 * 60 * 1000;
