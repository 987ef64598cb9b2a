import { AppError } from '@prosa/shared/errors.ts';
import {
  canSeeQuickMessage,
  mayChangeQuickMessage,
  mayManageQuickMessage,
} from '@prosa/shared/rules/quick-message-rights.ts';
import { sharedItemsUser, type UserPrincipal } from '../../platform/auth/principal.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadQuickMessage, type QuickMessageRow } from '../../repositories/organisation/quick-messages.ts';

const rightsOf = ({ userId, isShared, isEditableByAll }: QuickMessageRow) => ({
  userId,
  visao: isShared,
  geral: isEditableByAll,
});

/**
 * Returns a quick message that the caller may see. Private quick messages of other users count as not found.
 * @throws AppError ERR_NO_QUICK_MESSAGE_FOUND
 */
export const requireVisible = async (
  table: Table,
  principal: UserPrincipal,
  id: number,
): Promise<QuickMessageRow> => {
  const quick = await loadQuickMessage(table, id);
  if (quick === undefined || !canSeeQuickMessage(rightsOf(quick), principal.viewer))
    throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND');
  return quick;
};

/**
 * Returns a quick message that the caller may change.
 * @throws AppError ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION if the caller may only read it
 */
export const requireChangeable = async (
  table: Table,
  principal: UserPrincipal,
  id: number,
): Promise<QuickMessageRow> => {
  const quick = await requireVisible(table, principal, id);
  if (!mayChangeQuickMessage(rightsOf(quick), sharedItemsUser(principal)))
    throw new AppError('ERR_NO_PERMISSION');
  return quick;
};

/** Requires that the caller may rename, share and delete the quick message. @throws AppError ERR_NO_PERMISSION */
export const requireManageable = (principal: UserPrincipal, quick: QuickMessageRow): void => {
  if (!mayManageQuickMessage(rightsOf(quick), sharedItemsUser(principal)))
    throw new AppError('ERR_NO_PERMISSION');
};
