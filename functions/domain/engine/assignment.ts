import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import { mayWorkAt } from '../auth/within-hours.ts';
import { logEntry } from '../turns/ticket-turns.ts';
import { type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import type { EngineScene } from './scene.ts';
import { onlineUsers } from './world.ts';

/**
 * Returns the users who may be given a waiting ticket of a queue: its attendants who are online and within their
 * working hours.
 */
const attendantsOf = (queueId: number, scene: EngineScene): DirectoryUser[] => {
  const online = onlineUsers(scene);
  return [...scene.users.values()]
    .filter(
      (user) =>
        user.active &&
        user.profile === 'user' &&
        user.queueIds.includes(queueId) &&
        online.has(user.id) &&
        mayWorkAt(user, scene.company.timeZone, scene.moment.nowMs),
    )
    .sort((a, b) => a.id - b.id);
};

const offeredTo = (turn: Turn, userId: number | null, moment: Moment): Turn => {
  const offered = withTicket(turn, (ticket) => ({ ...ticket, userId, isOffered: userId !== null }));
  const ticket = ticketOf(offered);
  const { queueId } = ticket;
  const type = userId === null ? 'pending' : 'userDefine';
  return mergeTurns(offered, { logs: [logEntry(ticket, { type, userId, queueId }, moment)] });
};

/**
 * Offers a waiting ticket to a random available attendant of its queue, if possible to a different one than before.
 * The ticket keeps waiting until that attendant accepts it. If no attendant is available, it waits for the whole
 * queue.
 */
export const drawAttendant = (turn: Turn, scene: EngineScene): Turn => {
  const { queueId, userId } = ticketOf(turn);
  if (queueId === null) return turn;
  const there = attendantsOf(queueId, scene);
  const others = there.filter(({ id }) => id !== userId);
  const isThere = others.length < there.length;
  const drawn = others[Math.floor(scene.chance * others.length)];
  if (drawn !== undefined) return offeredTo(turn, drawn.id, scene.moment);
  return userId === null || isThere ? turn : offeredTo(turn, null, scene.moment);
};
