/** A user, with the right to manage what colleagues created for the whole company (`shared-items:manage`). */
export interface SharedItemsUser {
  id: number;
  managesSharedItems: boolean;
}

/**
 * Whether a user may rename, recolour or delete a tag of contacts: its creator, and users who manage shared items.
 * Columns of the kanban board are for administrators.
 */
export const mayChangeTag = ({ userId }: { userId: number | null }, user: SharedItemsUser): boolean =>
  userId === user.id || user.managesSharedItems;
