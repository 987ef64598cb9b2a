import type { ContactView } from '@prosa/shared/contracts/contacts.ts';
import { createStore } from 'zustand/vanilla';

export type PickedContact = Pick<ContactView, 'id' | 'name' | 'number'>;

/** Whether the dialog of a new ticket is open, and its initial contact. The shell mounts the dialog. */
export const newTicketStore = createStore<{ dialog: { contact: PickedContact | null } | null }>(() => ({
  dialog: null,
}));

/** Opens the dialog that starts a conversation, optionally with a contact already picked. */
export const openNewTicketDialog = (options: { contact?: PickedContact } = {}): void =>
  newTicketStore.setState({ dialog: { contact: options.contact ?? null } });

export const closeNewTicketDialog = (): void => newTicketStore.setState({ dialog: null });
