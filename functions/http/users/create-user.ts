import type { userRoutes } from '@prosa/shared/contracts/users.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import { presentUser } from '../../domain/users/present-user.ts';
import { pictureLinker } from '../../platform/blob/media-link.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { EmailOwner, User } from '../../platform/table/entities/users.ts';
import { globalTable, openTable } from '../../platform/table/table.ts';
import { createWithinPlan } from '../../repositories/limits/create-within-plan.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireConnection, requireQueues } from '../../repositories/rows/require-entities.ts';
import { userItems } from '../../repositories/users/users.ts';
import { hashNewPassword } from './new-password.ts';
import { requireFreeEmail } from './require-free-email.ts';

/** Adds a user. An e-mail address belongs to one account of the whole platform. */
export const createUser: RouteHandler<typeof userRoutes.create> = async ({
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const { password, whatsappId, companyId: _own, ...input } = body;
  const table = openTable(companyId);
  const queueIds = [...new Set(input.queueIds ?? [])];
  await requireQueues(table, queueIds);
  await requireConnection(table, whatsappId);
  const passwordHash = await hashNewPassword(password);
  const { result, directory } = await createWithinPlan(companyId, User, async (id, { users, plan }) => {
    const nowMs = clock.now();
    const user = userSchema.parse({
      ...input,
      queueIds,
      connectionId: whatsappId ?? null,
      companyId,
      id,
      passwordHash,
    });
    return {
      existing: users.size,
      limit: plan.users,
      lastly: () => requireFreeEmail(input.email, companyId, nowMs),
      items: [
        ...userItems(table, undefined, user, nowMs),
        globalTable.put(EmailOwner, { email: user.email, companyId, userId: id }, 'absent', nowMs),
        auditItem(table, { principal, request, ids, nowMs }, 'users.create', { id, after: user }),
      ],
      result: { ...user, version: 1, rowCreatedAt: toInstant(nowMs) },
    };
  });
  const link = await pictureLinker([result], clock.now());
  return presentUser(result, directory, false, link);
};
