import { SocketOwner } from '../platform/table/entities/users.ts';
import { globalTable } from '../platform/table/table.ts';

const MAX_HELD = 5_000;
const held = new Map<string, number>();

/** The company of a socket. It never changes, so a container asks once. */
export const companyOfSocket = async (socketId: string): Promise<number | undefined> => {
  const known = held.get(socketId);
  if (known !== undefined) return known;
  const owner = await globalTable.get(SocketOwner, { socketId }, { consistent: true });
  if (owner === undefined) return undefined;
  if (held.size >= MAX_HELD) held.clear();
  held.set(socketId, owner.companyId);
  return owner.companyId;
};

export const forgetSocketOwner = (socketId: string): void => {
  held.delete(socketId);
};
