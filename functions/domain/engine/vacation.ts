import { ticketOf, withTicket } from '../turns/turn.ts';
import { over, type Step, tell } from './scene.ts';

/**
 * The collective vacation of a connection: between its dates a customer gets the vacation text once, and no other
 * automatic text. Groups, tickets that an attendant has and ratings go on as usual.
 */
export const vacation: Step = (turn, scene) => {
  const {
    collectiveVacationStart: start,
    collectiveVacationEnd: end,
    collectiveVacationMessage: message,
  } = scene.connection;
  const { isGroup, status, vacationToldUntil } = ticketOf(turn);
  const isAway =
    start !== null &&
    end !== null &&
    Date.parse(start) < scene.moment.nowMs &&
    scene.moment.nowMs < Date.parse(end);
  if (!isAway || message.trim() === '' || isGroup || status === 'open' || status === 'nps') return undefined;
  if (vacationToldUntil === end) return over(turn);
  const told = tell(turn, 'vacation', message, scene);
  return over(withTicket(told, (ticket) => ({ ...ticket, vacationToldUntil: end })));
};
