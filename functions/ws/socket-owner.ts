import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { SocketOwner } from '../platform/table/entities/users.ts';
import { globalTable } from '../platform/table/table.ts';

const MAX_HELD = 5_000;

export interface Owner {
  companyId: CompanyId;
  userId: number;
}
const held = new Map<string, Owner>();

/** Returns the user and company of a WebSocket connection. Cached for the life of the container: they never change. */
export const ownerOfSocket = async (socketId: string): Promise<Owner | undefined> => {
  const known = held.get(socketId);
  if (known !== undefined) return known;
  const row = await globalTable.get(SocketOwner, { socketId }, { consistent: true });
  if (row === undefined) return undefined;
  if (held.size >= MAX_HELD) held.clear();
  const { companyId } = systemPrincipal('live-channel', row.companyId);
  const owner = { companyId, userId: row.userId };
  held.set(socketId, owner);
  return owner;
};

export const forgetSocketOwner = (socketId: string): void => {
  held.delete(socketId);
};
