import { presentUser } from '../../domain/users/present-user.ts';
import type { Directory } from '../../platform/directory.ts';
import { onlineUserIds } from '../../platform/repositories/presence.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import type { User } from '../../platform/table/entities.ts';
import { openTable } from '../../platform/table/table.ts';

type UserRow = Row<typeof User>;

/** Users as the edge shows them, with who is online. One query. */
export const presentUsers = async (users: readonly UserRow[], directory: Directory, nowMs: number) => {
  const online = await onlineUserIds(openTable(directory.companyId), nowMs);
  return users.map((user) => presentUser(user, directory.queues, online.has(user.id)));
};
