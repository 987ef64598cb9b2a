import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { layout } from '../../theme/tokens.ts';

/** From this width of the screen on, who one talks with has a column of their own; below, it lies over the conversation. */
export const THREE_COLUMNS = '(min-width: 1280px)';

/** Its width: a little less than elsewhere on screens that just have room for it. */
export const CONTACT_COLUMN = `clamp(300px, 23.5vw, ${layout.contactDrawer}px)`;

/** Whether that column is open: it stays so from one conversation to the next. */
export const contactColumn = createStore<{ open: boolean }>(() => ({ open: false }));

export const useContactColumn = (): boolean => useStore(contactColumn, ({ open }) => open);
