import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { TYPING_EVERY_MS } from '@prosa/shared/rules/typing.ts';
import { useRef } from 'react';
import { call } from '../../../lib/api/api-client.ts';

/**
 * Returns a function to call with every key: it shows the contact that the attendant is typing, at most once in
 * `TYPING_EVERY_MS` for a ticket, if the channel can. A failure is not shown, because the next notice follows.
 */
export const useTyping = (
  { uuid, status, userId, isGroup }: TicketView,
  can: ChannelAbilities | undefined,
  ownId: number,
): (() => void) => {
  const told = useRef({ uuid: '', atMs: 0 });
  return () => {
    const isShown = can?.typing === true && status === 'open' && userId === ownId && !isGroup;
    const nowMs = Date.now();
    const isRecent = told.current.uuid === uuid && nowMs - told.current.atMs < TYPING_EVERY_MS;
    if (!isShown || isRecent) return;
    told.current = { uuid, atMs: nowMs };
    call(messageRoutes.typing, { params: { ticketUuid: uuid } }).catch(() => undefined);
  };
};
