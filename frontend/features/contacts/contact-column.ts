import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** From this width of the screen on, who one talks with has a column of their own; below, it lies over the conversation. */
export const THREE_COLUMNS = '(min-width: 1280px)';

/** Whether that column is open: it stays so from one conversation to the next. */
export const contactColumn = createStore<{ open: boolean }>(() => ({ open: false }));

export const useContactColumn = (): boolean => useStore(contactColumn, ({ open }) => open);
