import type { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { openForward, requireForwardable } from '../../conversations/forward.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { forwardStepItems } from '../../repositories/tickets/forward-steps.ts';
import { clientMarkerItem, loadClientMessage } from '../../repositories/tickets/messages.ts';

/** Number of messages checked in parallel. */
const PARALLEL = 10;

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/**
 * Forwards messages to contacts one after the other, with a pause in between. Timers continue the work even if the
 * caller leaves. If a message or contact is refused now, nothing is sent.
 * @throws AppError as for one message
 */
export const forwardSeveral = async ({
  principal,
  body,
  ids,
  clock,
}: HandlerContext<typeof messageRoutes.forwardSeveral>) => {
  const table = tableOf(principal);
  const { companyId, userId } = principal;
  const { clientId, ...asked } = body;
  const messageIds = unique(body.messageIds);
  const contactIds = unique(body.contactIds);
  const bodyHash = sha256(JSON.stringify(asked));
  const answer = { count: messageIds.length * contactIds.length };
  return retryOnConflict(async () => {
    const marker = await loadClientMessage(table, userId, clientId);
    if (marker !== undefined) {
      if (marker.bodyHash !== bodyHash) throw new AppError('ERR_IDEMPOTENCY_MISMATCH');
      return answer;
    }
    for (let start = 0; start < messageIds.length; start += PARALLEL) {
      const some = messageIds.slice(start, start + PARALLEL);
      const found = await Promise.all(some.map((messageId) => requireForwardable(principal, messageId)));
      const [first] = found;
      if (start > 0 || first === undefined) continue;
      for (const contactId of contactIds) await openForward(principal, first, contactId);
    }
    const nowMs = clock.now();
    const step = {
      id: clientId ?? ids.uuid(),
      userId,
      messageIds,
      contactIds,
      signMessage: body.signMessage,
      next: 0,
    };
    await commit([
      ...forwardStepItems(table, step, nowMs, { ids, nowMs }),
      ...(clientId === undefined
        ? []
        : [clientMarkerItem(table, { companyId, userId, clientId, bodyHash, messageIds }, nowMs)]),
    ]);
    return answer;
  });
};
