import { presentUser } from '../../domain/users/present-user.ts';
import { pictureLinker } from '../../platform/blob/media-link.ts';
import type { Directory } from '../../platform/directory.ts';
import { openTable } from '../../platform/table/table.ts';
import { onlineUserIds } from '../../repositories/users/presence.ts';
import type { UserRow } from '../../repositories/users/users.ts';

/** Returns users in the form of the API, with online status and links to their pictures. One query. */
export const presentUsers = async (users: readonly UserRow[], directory: Directory, nowMs: number) => {
  const [online, link] = await Promise.all([
    onlineUserIds(openTable(directory.companyId), nowMs),
    pictureLinker(users, nowMs),
  ]);
  return users.map((user) => presentUser(user, directory, online.has(user.id), link));
};
