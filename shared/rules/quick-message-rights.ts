import type { SharedItemsUser } from './tag-rights.ts';

interface Owned {
  userId: number;
  /** Whether the whole company sees it. */
  visao: boolean;
  /** Whether users who see it may change it. */
  geral: boolean;
}

/** Whether a user may see a quick message: their own, and those that are shared with the company. */
export const canSeeQuickMessage = (
  { userId, visao }: Pick<Owned, 'userId' | 'visao'>,
  viewer: { id: number },
): boolean => visao || userId === viewer.id;

/**
 * Whether a user may rename, share and delete a quick message: its owner, and for a shared one users who manage
 * shared items.
 */
export const mayManageQuickMessage = (
  { userId, visao }: Pick<Owned, 'userId' | 'visao'>,
  user: SharedItemsUser,
): boolean => userId === user.id || (visao && user.managesSharedItems);

/**
 * Whether a user may change the text and the file of a quick message: users who manage it, and everybody if it is
 * `geral`. A shared one that is not `geral` is read-only for all others; `geral` has no effect on one that is not
 * shared.
 */
export const mayChangeQuickMessage = (quick: Owned, user: SharedItemsUser): boolean =>
  mayManageQuickMessage(quick, user) || (quick.visao && quick.geral);
