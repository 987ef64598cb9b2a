/** A user, and whether he may manage what colleagues made for the whole company (`shared-items:manage`). */
export interface SharedItemsUser {
  id: number;
  managesSharedItems: boolean;
}

/**
 * Whether a user may rename, recolour or delete a tag of contacts: whoever made it, and who manages shared items. Columns of
 * the kanban board are for administrators.
 */
export const mayChangeTag = ({ userId }: { userId: number | null }, user: SharedItemsUser): boolean =>
  userId === user.id || user.managesSharedItems;
