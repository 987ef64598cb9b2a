import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { hideNumbersOf, nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { channelOf } from '../../channels/channels.ts';
import { watched } from '../../domain/engine/watch.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { failedSchedule, sentSchedule } from '../../domain/schedules/change-schedule.ts';
import { endsBehind, scheduledTurn } from '../../domain/schedules/scheduled-turn.ts';
import { renderTemplate } from '../../domain/texts/render-template.ts';
import { type Draft, OUTCOME_DUE_AFTER_MS } from '../../domain/turns/message-turns.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import { requirePlace, requireReach, scheduledConnection } from '../../http/schedules/schedule-rights.ts';
import { type Attendant, isExpired } from '../../platform/auth/principal.ts';
import { headObject, keepObject, storedKey } from '../../platform/blob/blob.ts';
import { type Directory, getDirectory } from '../../platform/directory.ts';
import { nextId } from '../../platform/table/updates.ts';
import { setTimerItem } from '../../platform/timers/set-timer.ts';
import { turnItems } from '../../repositories/commit-turn.ts';
import { loadContact } from '../../repositories/contacts.ts';
import { loadSchedule, type ScheduleRow, scheduleItem } from '../../repositories/schedules.ts';
import { loadConversation, loadTicket } from '../../repositories/tickets.ts';
import { attendantNow } from './attendant-now.ts';
import { NOTHING_TO_DO, type TimerContext, type TimerHandler } from './timer-handler.ts';

/** What a person can mend: the schedule stops and shows it. Anything else is tried again. */
const FAILURES: ReadonlySet<ErrorCode> = new Set([
  'ERR_CONTACT_ATTENDED',
  'ERR_FILESIZE_OVER_LIMIT',
  'ERR_MEDIA_MISSING',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_NO_QUEUE_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_PLAN_FEATURE',
  'ERR_QUEUE_REQUIRED',
  'ERR_SENDING_WAPP_MSG',
  'ERR_SUBSCRIPTION_EXPIRED',
]);

/** Of a message that goes into a conversation which is there. */
const NO_PLACE = { queueId: null, userId: null };

/** By then the outcome of a send that was begun is known. */
const OUTCOME_CHECK_AFTER_MS = OUTCOME_DUE_AFTER_MS + 5_000;

/** @throws AppError ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_FEATURE */
const requireEntitled = (directory: Directory, nowMs: number): void => {
  if (isExpired(directory, nowMs)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED');
  if (!directory.plan.flags.useSchedules) throw new AppError('ERR_PLAN_FEATURE');
};

/** The connection that was chosen, or the company's default. @throws AppError ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND */
const connectionFor = (directory: Directory, { connectionId }: ScheduleRow, contact: Contact) => {
  const connection = scheduledConnection(directory, connectionId);
  if (connection === undefined)
    throw new AppError(connectionId === null ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND');
  if (channelOf(contact).reachedBy !== channelOf(connection).reachedBy)
    throw new AppError('ERR_SENDING_WAPP_MSG');
  return connection;
};

/**
 * The schedule's picture for one message: a copy, since a message that is deleted takes its file with it. Its place
 * follows from the timer, so that a repetition makes the same.
 */
const copyPicture = async (
  { system, timer }: TimerContext,
  { media }: ScheduleRow,
  contact: Contact,
): Promise<Pick<Draft, 'mediaType' | 'media'>> => {
  if (media === null) return {};
  if ((await headObject(media.key)) === undefined) throw new AppError('ERR_MEDIA_MISSING');
  const { mimeType, fileName, size } = media;
  const key = storedKey(system.companyId, timer.token);
  await keepObject(media.key, key, mimeType, hideNumbersOf(contact).text(fileName));
  return {
    mediaType: 'image',
    media: { state: 'stored', key, mimeType, fileName, size, voice: false, durationS: null, reason: '' },
  };
};

/** What the customer reads: placeholders filled, signed by its writer where that was asked and is allowed. */
const textOf = (directory: Directory, schedule: ScheduleRow, ticket: Ticket, nowMs: number): string => {
  const writer = directory.users.get(schedule.userId)?.name ?? '';
  const filled = renderTemplate(schedule.body, {
    contactName: nameBesideNumber(ticket.contact),
    ticketId: ticket.id,
    userName: writer,
    queueName: ticket.queueId === null ? '' : (directory.queues.get(ticket.queueId)?.name ?? ''),
    connectionName:
      ticket.connectionId === null ? '' : (directory.connections.get(ticket.connectionId)?.name ?? ''),
    companyName: directory.company.name,
    nowMs,
    timeZone: directory.company.timeZone,
    language: directory.settings.language,
  });
  return schedule.signed && directory.settings.sendSignMessage && writer !== ''
    ? signedText(filled, writer)
    : filled;
};

/** Whoever saved a schedule, with the rights of now. @throws AppError ERR_NO_USER_FOUND for one who was removed */
const senderOf = (context: TimerContext, directory: Directory, schedule: ScheduleRow): Attendant => {
  const sender = attendantNow(context, directory, schedule.savedById ?? schedule.userId);
  if (sender === undefined) throw new AppError('ERR_NO_USER_FOUND');
  return sender;
};

/**
 * Where the ticket that a schedule begins is put, as far as its sender may put it there now. A user who was removed leaves
 * it waiting in the queue; a ticket that is closed at once needs no queue.
 * @throws AppError ERR_QUEUE_REQUIRED, ERR_NO_QUEUE_FOUND, ERR_NO_PERMISSION
 */
const placeOf = (
  sender: Attendant,
  schedule: ScheduleRow,
): { queueId: number | null; userId: number | null } => {
  const { queues, users } = sender.directory;
  const { ticketUserId } = schedule;
  const isGone = schedule.queueId !== null && !queues.has(schedule.queueId);
  const queueId = isGone && endsBehind(schedule) ? null : schedule.queueId;
  const userId = ticketUserId !== null && users.get(ticketUserId)?.active === true ? ticketUserId : null;
  requirePlace(sender, { ...schedule, queueId, ticketUserId: userId });
  return { queueId, userId };
};

const sendTurn = async (
  context: TimerContext,
  directory: Directory,
  schedule: ScheduleRow,
): Promise<Turn> => {
  const { table, nowMs, ids } = context;
  requireEntitled(directory, nowMs);
  const sender = senderOf(context, directory, schedule);
  const contact = await loadContact(table, schedule.contactId);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  const connection = connectionFor(directory, schedule, contact);
  const conversation = await loadConversation(table, contact.id, connection.id);
  const activeId = conversation?.activeTicketId ?? null;
  const active = activeId === null ? undefined : await loadTicket(table, activeId);
  if (activeId !== null && active === undefined) throw new AppError('ERR_CONFLICT');
  requireReach(sender, contact, active);
  const place = active === undefined ? placeOf(sender, schedule) : NO_PLACE;
  const previousId = conversation?.lastClosedByQueue[String(place.queueId ?? 0)];
  const [previousClosed, picture] = await Promise.all([
    previousId === undefined ? undefined : loadTicket(table, previousId),
    copyPicture(context, schedule, contact),
  ]);
  return scheduledTurn(
    {
      schedule,
      contact,
      connection,
      channel: channelOf(connection),
      conversation,
      active,
      ticketId: active?.id ?? (await nextId(table, 'ticket')),
      previousClosed,
      place,
      draftFor: (ticket) => ({
        ...picture,
        body: textOf(directory, schedule, ticket, nowMs),
        userId: directory.users.has(schedule.userId) ? schedule.userId : null,
        saidBy: 'schedule',
      }),
    },
    { ids, nowMs },
  );
};

/**
 * Sends what is scheduled: message, ticket, the schedule's next turn and its timer are one transaction with the version of
 * the schedule and the token of the timer, so that one that was edited or deleted meanwhile is decided again, and no two
 * workers send the same. What cannot be sent stops and says why.
 */
export const sendSchedule: TimerHandler = async (context) => {
  const { system, table, timer, nowMs, ids } = context;
  const [schedule, directory] = await Promise.all([
    loadSchedule(table, Number(timer.subject)),
    getDirectory(system.companyId),
  ]);
  if (schedule?.status !== 'pending' || directory === undefined) return NOTHING_TO_DO;
  const moment = { ids, nowMs };
  try {
    const turn = watched(await sendTurn(context, directory, schedule), directory, moment);
    const messageId = turn.messages.at(-1)?.after.id ?? '';
    const after = sentSchedule(schedule, { messageId, nowMs, timeZone: directory.company.timeZone });
    const items = [
      ...turnItems(table, turn, moment),
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
    return after.status === 'pending' ? { items, againAtMs: Date.parse(after.sendAt) } : { items };
  } catch (error) {
    if (!(error instanceof AppError) || !FAILURES.has(error.code)) throw error;
    return { items: [scheduleItem(table, schedule, failedSchedule(schedule, error.code), nowMs)] };
  }
};
