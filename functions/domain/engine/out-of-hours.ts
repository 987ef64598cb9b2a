import { instantOf, type Moment, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import type { Hours } from './hours.ts';
import { openingHours } from './hours.ts';
import { type EngineWorld, goOn, type Heard, over, queueOf, type Step, tell } from './world.ts';

const hoursOf = ({ company }: EngineWorld, schedules: Hours['schedules']): Hours => ({
  schedules,
  holidays: company.holidays,
  timeZone: company.timeZone,
});

/** The notice, once for each time that nobody works; menus said before do not count for those after it. */
const noticed = (
  turn: Turn,
  notice: {
    rule: 'out-of-hours' | 'queue-hours';
    text: string;
    isSameClosing: (beforeMs: number) => boolean;
  },
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const { noticedAt } = ticketOf(turn);
  if (noticedAt !== null && notice.isSameClosing(Date.parse(noticedAt))) return turn;
  const told = tell(turn, notice.rule, notice.text, heard, world, moment);
  return withTicket(told, (ticket) => ({
    ...ticket,
    isOutOfHour: true,
    noticedAt: instantOf(moment),
    promptedAt: null,
    amountUsedBotQueues: 0,
  }));
};

const backInHours = (turn: Turn): Turn =>
  withTicket(turn, (ticket) => (ticket.isOutOfHour ? { ...ticket, isOutOfHour: false } : ticket));

/** Outside the hours of the company or of the connection (`scheduleType`): a notice, and no menu. */
export const outOfHours: Step = (turn, heard, world, moment) => {
  const { settings, company, connection } = world;
  if (settings.scheduleType !== 'company' && settings.scheduleType !== 'connection') return undefined;
  if (ticketOf(turn).status === 'open') return undefined;
  const schedules = settings.scheduleType === 'company' ? company.schedules : connection.schedules;
  const { isOpen, isSameClosing } = openingHours(hoursOf(world, schedules), moment.nowMs);
  if (isOpen) return goOn(backInHours(turn), heard);
  const notice = { rule: 'out-of-hours' as const, text: connection.outOfHoursMessage, isSameClosing };
  return over(noticed(turn, notice, heard, world, moment), heard);
};

/** Whether nobody works in a queue now, with the turn that says so; undefined where somebody does. */
export const queueHoursTurn = (
  turn: Turn,
  queueId: number,
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const queue = world.settings.scheduleType === 'queue' ? queueOf(world, queueId) : undefined;
  if (queue === undefined) return undefined;
  const { isOpen, isSameClosing } = openingHours(hoursOf(world, queue.schedules), moment.nowMs);
  if (isOpen) return undefined;
  const notice = { rule: 'queue-hours' as const, text: queue.outOfHoursMessage, isSameClosing };
  return noticed(turn, notice, heard, world, moment);
};

/** Outside the hours of the ticket's queue: a notice, and nothing of the queue's options. */
export const queueHours: Step = (turn, heard, world, moment) => {
  const { queueId, status } = ticketOf(turn);
  if (queueId === null || status !== 'pending') return undefined;
  const told = queueHoursTurn(turn, queueId, heard, world, moment);
  if (told !== undefined) return over(told, heard);
  return world.settings.scheduleType === 'queue' ? goOn(backInHours(turn), heard) : undefined;
};
