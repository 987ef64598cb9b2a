import { ticketOf, withTicket } from '../turns/turn.ts';
import { over, type Step, tell } from './world.ts';

/**
 * Collective vacation of a connection: between its dates a customer is told so once, and nothing else is said by itself.
 * Groups, what an attendant has in hand and ratings go on as ever.
 */
export const vacation: Step = (turn, heard, world, moment) => {
  const {
    collectiveVacationStart: start,
    collectiveVacationEnd: end,
    collectiveVacationMessage: message,
  } = world.connection;
  const { isGroup, status, vacationToldUntil } = ticketOf(turn);
  const isAway =
    start !== null && end !== null && Date.parse(start) < moment.nowMs && moment.nowMs < Date.parse(end);
  if (!isAway || message.trim() === '' || isGroup || status === 'open' || status === 'nps') return undefined;
  if (vacationToldUntil === end) return over(turn, heard);
  const told = tell(turn, 'vacation', message, heard, world, moment);
  return over(
    withTicket(told, (ticket) => ({ ...ticket, vacationToldUntil: end })),
    heard,
  );
};
