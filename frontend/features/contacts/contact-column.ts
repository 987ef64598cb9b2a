import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { layout } from '../../theme/tokens.ts';

/** Minimum screen width for a separate contact column; below it, the column covers the conversation. */
export const THREE_COLUMNS = '(min-width: 1280px)';

/** Width of the contact column: a little narrower on screens that just have room for it. */
export const CONTACT_COLUMN = `clamp(300px, 23.5vw, ${layout.contactDrawer}px)`;

/** Whether the contact column is open; kept when another conversation is opened. */
export const contactColumn = createStore<{ open: boolean }>(() => ({ open: false }));

export const useContactColumn = (): boolean => useStore(contactColumn, ({ open }) => open);
