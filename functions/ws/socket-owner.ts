import { SocketOwner } from '../platform/table/entities/users.ts';
import { globalTable } from '../platform/table/table.ts';

const MAX_HELD = 5_000;

export interface Owner {
  companyId: number;
  userId: number;
}
const held = new Map<string, Owner>();

/** Whose a socket is. It never changes, so a container asks once. */
export const ownerOfSocket = async (socketId: string): Promise<Owner | undefined> => {
  const known = held.get(socketId);
  if (known !== undefined) return known;
  const owner = await globalTable.get(SocketOwner, { socketId }, { consistent: true });
  if (owner === undefined) return undefined;
  if (held.size >= MAX_HELD) held.clear();
  held.set(socketId, owner);
  return owner;
};

export const forgetSocketOwner = (socketId: string): void => {
  held.delete(socketId);
};
