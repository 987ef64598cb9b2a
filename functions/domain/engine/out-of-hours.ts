import { isLed, NO_AUTOMATION } from '../tickets/automation.ts';
import { instantOf, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import type { Hours } from './hours.ts';
import { openingHours } from './hours.ts';
import { restarted } from './prompts.ts';
import { type EngineScene, goOn, over, type Step, tell } from './scene.ts';
import { type EngineWorld, queueOf } from './world.ts';

const hoursOf = ({ company }: Pick<EngineWorld, 'company'>, schedules: Hours['schedules']): Hours => ({
  schedules,
  holidays: company.holidays,
  timeZone: company.timeZone,
});

/**
 * Sends the notice once for each closed time. Resets the prompt count, so that earlier menus do not count for the
 * next opening.
 */
const noticed = (
  turn: Turn,
  notice: {
    rule: 'out-of-hours' | 'queue-hours';
    text: string;
    isSameClosing: (beforeMs: number) => boolean;
  },
  scene: EngineScene,
): Turn => {
  const { noticedAt } = ticketOf(turn);
  if (noticedAt !== null && notice.isSameClosing(Date.parse(noticedAt))) return turn;
  const told = tell(turn, notice.rule, notice.text, scene);
  return withTicket(told, (ticket) => ({
    ...ticket,
    isOutOfHour: true,
    noticedAt: instantOf(scene.moment),
    automation:
      ticket.automation.kind === 'menu' && ticket.automation.isSilent
        ? NO_AUTOMATION
        : restarted(ticket.automation),
  }));
};

const backInHours = (turn: Turn): Turn =>
  withTicket(turn, (ticket) => (ticket.isOutOfHour ? { ...ticket, isOutOfHour: false } : ticket));

/** Outside the hours of the company or of the connection (`scheduleType`): sends a notice, and no menu. */
export const outOfHours: Step = (turn, scene) => {
  const { settings, company, connection } = scene;
  if (settings.scheduleType !== 'company' && settings.scheduleType !== 'connection') return undefined;
  if (ticketOf(turn).status === 'open') return undefined;
  const schedules = settings.scheduleType === 'company' ? company.schedules : connection.schedules;
  const { isOpen, isSameClosing } = openingHours(hoursOf(scene, schedules), scene.moment.nowMs);
  if (isOpen) return goOn(backInHours(turn));
  const notice = { rule: 'out-of-hours' as const, text: connection.outOfHoursMessage, isSameClosing };
  return over(noticed(turn, notice, scene));
};

/** Returns the turn with the out-of-hours notice if a queue is closed now; undefined if it is open. */
export const queueHoursTurn = (turn: Turn, queueId: number, scene: EngineScene): Turn | undefined => {
  const queue = scene.settings.scheduleType === 'queue' ? queueOf(scene, queueId) : undefined;
  if (queue === undefined) return undefined;
  const { isOpen, isSameClosing } = openingHours(hoursOf(scene, queue.schedules), scene.moment.nowMs);
  if (isOpen) return undefined;
  const notice = { rule: 'queue-hours' as const, text: queue.outOfHoursMessage, isSameClosing };
  return noticed(turn, notice, scene);
};

/** Outside the hours of the ticket's queue: sends a notice, and none of the queue's options. */
export const queueHours: Step = (turn, scene) => {
  const { queueId, status, automation } = ticketOf(turn);
  if (queueId === null || status !== 'pending') return undefined;
  // A ticket in a flow is not in its queue yet, and who began in the queue's hours goes on after them.
  if (isLed(automation)) return undefined;
  const told = queueHoursTurn(turn, queueId, scene);
  if (told !== undefined) return over(told);
  return scene.settings.scheduleType === 'queue' ? goOn(backInHours(turn)) : undefined;
};
