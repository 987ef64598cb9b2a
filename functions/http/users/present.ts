import { presentUser } from '../../domain/users/present-user.ts';
import { pictureLinker } from '../../platform/blob/media-link.ts';
import type { Directory } from '../../platform/directory.ts';
import { openTable } from '../../platform/table/table.ts';
import { onlineUserIds } from '../../repositories/users/presence.ts';
import type { UserRow } from '../../repositories/users/users.ts';

/** Users as the edge shows them, with who is online and links to their pictures. One query. */
export const presentUsers = async (users: readonly UserRow[], directory: Directory, nowMs: number) => {
  const { companyId, queues } = directory;
  const [online, link] = await Promise.all([
    onlineUserIds(openTable(companyId), nowMs),
    pictureLinker(users, nowMs),
  ]);
  return users.map((user) => presentUser(user, queues, online.has(user.id), link));
};
