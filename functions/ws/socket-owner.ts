import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemPrincipal } from '../platform/auth/principal.ts';
import { SocketOwner } from '../platform/table/entities/users.ts';
import { globalTable } from '../platform/table/table.ts';

const MAX_HELD = 5_000;
const held = new Map<string, CompanyId>();

/** The company of a socket. It never changes, so a container asks once. */
export const companyOfSocket = async (socketId: string): Promise<CompanyId | undefined> => {
  const known = held.get(socketId);
  if (known !== undefined) return known;
  const owner = await globalTable.get(SocketOwner, { socketId }, { consistent: true });
  if (owner === undefined) return undefined;
  if (held.size >= MAX_HELD) held.clear();
  const { companyId } = systemPrincipal('live-channel', owner.companyId);
  held.set(socketId, companyId);
  return companyId;
};

export const forgetSocketOwner = (socketId: string): void => {
  held.delete(socketId);
};
