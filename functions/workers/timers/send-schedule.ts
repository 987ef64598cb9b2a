import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { type Decide, decideOn } from '../../conversations/act.ts';
import { asAutomation } from '../../conversations/actor.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { requireTemplate } from '../../conversations/require-template.ts';
import type { ContactScene } from '../../conversations/scene.ts';
import {
  requirePlace,
  requireReach,
  requireUnattended,
  scheduledConnection,
} from '../../conversations/schedule-rights.ts';
import { requireUnblocked } from '../../domain/contacts/require-unblocked.ts';
import { newTicketNumber, surroundingsOf } from '../../domain/engine/world.ts';
import { mayBeGiven } from '../../domain/external/place-message.ts';
import { failedSchedule, sentSchedule } from '../../domain/schedules/change-schedule.ts';
import { endsBehind, scheduledTurn } from '../../domain/schedules/scheduled-turn.ts';
import { OUTCOME_DUE_AFTER_MS } from '../../domain/turns/message-turns.ts';
import { mergeTurns } from '../../domain/turns/turn.ts';
import { attendantNow } from '../../platform/auth/attendant-now.ts';
import { type Attendant, isExpired, viewerOf } from '../../platform/auth/principal.ts';
import { headObject } from '../../platform/blob/blob.ts';
import { type Directory, getDirectory } from '../../platform/directory.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import type { TemplateRow } from '../../repositories/connections/message-templates.ts';
import { loadSchedule, type ScheduleRow, scheduleItem } from '../../repositories/tickets/schedules.ts';
import { scheduledDraft } from './scheduled-draft.ts';
import { NOTHING_TO_DO, type TimerContext, type TimerHandler } from './timer-handler.ts';

/** Errors that a user can fix: the schedule stops and shows them. Other errors are retried. */
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  'ERR_CONTACT_ATTENDED',
  'ERR_CONTACT_BLOCKED',
  'ERR_FILESIZE_OVER_LIMIT',
  'ERR_MARKETING_STOPPED',
  'ERR_MEDIA_MISSING',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_PLAN_FEATURE',
  'ERR_QUEUE_REQUIRED',
  'ERR_REPLY_WINDOW_CLOSED',
  'ERR_SENDING_WAPP_MSG',
  'ERR_SEND_CAP_REACHED',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_TEMPLATE_STATE',
  'ERR_TEMPLATE_VALUES',
  'ERR_TICKET_ELSEWHERE',
]);

/** Place of a message in an existing conversation. */
const NO_PLACE = { queueId: null, userId: null };

/** By then the outcome of a send that was begun is known. */
const OUTCOME_CHECK_AFTER_MS = OUTCOME_DUE_AFTER_MS + 5_000;

/** @throws AppError ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_FEATURE */
const requireEntitled = (directory: Directory, nowMs: number): void => {
  if (isExpired(directory, nowMs)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED');
  if (!directory.plan.flags.useSchedules) throw new AppError('ERR_PLAN_FEATURE');
};

/**
 * Returns the chosen connection, or the company's default. @throws AppError ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
const connectionFor = (directory: Directory, { connectionId }: ScheduleRow): DirectoryConnection => {
  const connection = scheduledConnection(directory, connectionId);
  if (connection === undefined)
    throw new AppError(connectionId === null ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND');
  return connection;
};

/**
 * Returns the user who saved a schedule, with current rights; null if only a program did.
 * @throws AppError ERR_NO_USER_FOUND for a removed user; ERR_PLAN_FEATURE for a program of a company without the API
 */
const senderOf = async (
  { system: { companyId }, nowMs }: TimerContext<'schedule'>,
  directory: Directory,
  { savedById, userId }: ScheduleRow,
): Promise<Attendant | null> => {
  const saverId = savedById ?? userId;
  if (saverId === null) {
    if (!directory.plan.flags.useExternalApi) throw new AppError('ERR_PLAN_FEATURE');
    return null;
  }
  const sender = await attendantNow({ companyId, userId: saverId, row: scheduleRoutes.create }, nowMs);
  if (sender === undefined) throw new AppError('ERR_NO_USER_FOUND');
  return sender;
};

/**
 * Returns queue and user of the ticket that a schedule begins, as far as its sender may currently assign them. If the
 * user was removed, or may not get the ticket of a program, it waits in the queue; a ticket that is closed at once needs
 * no queue.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
const placeOf = (
  directory: Directory,
  sender: Attendant | null,
  schedule: ScheduleRow,
  { isGroup }: { isGroup: boolean },
): { queueId: number | null; userId: number | null } => {
  const { ticketUserId } = schedule;
  const { queues, users } = directory;
  const isGone = schedule.queueId !== null && !queues.has(schedule.queueId);
  const queueId = isGone && endsBehind(schedule) ? null : schedule.queueId;
  const user = ticketUserId === null ? undefined : users.get(ticketUserId);
  const userId = user?.active === true ? user.id : null;
  if (sender !== null) requirePlace(sender, { ...schedule, queueId, ticketUserId: userId });
  else if (queueId !== null && isGone) throw new AppError('ERR_NO_QUEUE_FOUND');
  else if (user !== undefined && !mayBeGiven(viewerOf(user, directory), { queueId, isGroup }))
    return { queueId, userId: null };
  return { queueId, userId };
};

interface ScheduleScene extends ContactScene {
  sender: Attendant | null;
  connection: DirectoryConnection;
  template: TemplateRow | undefined;
}

const openSchedule = async (
  context: TimerContext<'schedule'>,
  directory: Directory,
  schedule: ScheduleRow,
): Promise<ScheduleScene> => {
  requireEntitled(directory, context.nowMs);
  const sender = await senderOf(context, directory, schedule);
  const connection = connectionFor(directory, schedule);
  const place = { contactId: schedule.contactId, connectionId: connection.id };
  const scene = await openScene.byContact(asAutomation(directory), place);
  if (channelOf(scene.contact).reachedBy !== channelOf(connection).reachedBy)
    throw new AppError('ERR_SENDING_WAPP_MSG');
  requireUnblocked(scene.contact);
  if (sender === null) requireUnattended(schedule, scene.active);
  else requireReach(sender, scene.contact, scene.active);
  const { media, template } = schedule;
  if (media !== null && (await headObject(media.key)) === undefined) throw new AppError('ERR_MEDIA_MISSING');
  return {
    ...scene,
    sender,
    connection,
    template: template === null ? undefined : await requireTemplate(context.table, connection, template),
  };
};

const decideSend =
  (context: TimerContext<'schedule'>, directory: Directory, schedule: ScheduleRow): Decide<ScheduleScene> =>
  ({ sender, connection, template, contact, conversation, active }, world, moment) => {
    const place = active === undefined ? placeOf(directory, sender, schedule, contact) : NO_PLACE;
    const ticketId = active?.id ?? newTicketNumber(world);
    const about = {
      id: ticketId,
      contactId: contact.id,
      connectionId: connection.id,
      queueId: place.queueId,
    };
    const closes = active === undefined && endsBehind(schedule);
    const { draftFor, copies } = scheduledDraft(context, { directory, schedule, contact, template });
    const turn = scheduledTurn(
      {
        schedule,
        contact,
        connection,
        channel: channelOf(connection),
        conversation,
        active,
        ticketId,
        previousClosed: closes ? surroundingsOf(world, about).previousClosed : undefined,
        place,
        draftFor,
      },
      moment,
    );
    return mergeTurns(turn, { copies });
  };

/**
 * Sends a scheduled message. Message, ticket, the schedule's next date and its timer are one transaction, guarded by
 * the version of the schedule and the token of the timer. So a schedule that was edited or deleted meanwhile is
 * decided again, and no two workers send the same. A schedule that cannot be sent stops and shows the reason.
 */
export const sendSchedule: TimerHandler<'schedule'> = async (context) => {
  const { system, table, timer, nowMs, ids } = context;
  const [schedule, directory] = await Promise.all([
    loadSchedule(table, timer.subject),
    getDirectory(system.companyId),
  ]);
  if (schedule?.status !== 'pending' || directory === undefined) return NOTHING_TO_DO;
  const moment = { ids, nowMs };
  try {
    const scene = await openSchedule(context, directory, schedule);
    const decision = await decideOn(scene, moment, decideSend(context, directory, schedule));
    const messageId = decision?.turn.messages.at(-1)?.after.id ?? '';
    const after = sentSchedule(schedule, { messageId, nowMs, timeZone: directory.company.timeZone });
    const items = [
      scheduleItem(table, schedule, after, nowMs),
      setTimerItem(
        table,
        {
          kind: 'schedule-outcome',
          subject: messageId,
          dueAt: nowMs + OUTCOME_CHECK_AFTER_MS,
          data: { scheduleId: schedule.id },
        },
        moment,
      ),
    ];
    const againAtMs = after.status === 'pending' ? Date.parse(after.sendAt) : undefined;
    return { decision, items, againAtMs };
  } catch (error) {
    if (!(error instanceof AppError) || !FAILURES.has(error.code)) throw error;
    return { items: [scheduleItem(table, schedule, failedSchedule(schedule, error.code), nowMs)] };
  }
};
