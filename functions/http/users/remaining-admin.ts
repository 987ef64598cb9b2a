import { AppError } from '@prosa/shared/errors.ts';
import { otherAdmin } from '../../domain/users/change-user.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { User } from '../../platform/table/entities/users.ts';
import type { Table } from '../../platform/table/table.ts';

/**
 * Returns a condition for the transaction that demotes or removes an administrator: another administrator must exist.
 * Two administrators who demote each other at the same time cannot both succeed.
 * @throws AppError ERR_LAST_ADMIN
 */
export const remainingAdminItem = async (
  table: Table,
  companyId: CompanyId,
  userId: number,
): Promise<WriteItem> => {
  forgetDirectory(companyId);
  const { users } = await requireDirectory(companyId);
  const other = otherAdmin(users.values(), userId);
  if (other === undefined) throw new AppError('ERR_LAST_ADMIN');
  return table.check(User, { id: other.id }, { profile: 'admin', active: true });
};
