import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import type { ScheduleInput, scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { hideNumbersOf, hidesNumbers } from '@prosa/shared/rules/hide-numbers.ts';
import { mapValues } from '@prosa/shared/rules/message-template.ts';
import { requireTemplate } from '../../conversations/require-template.ts';
import { requirePlace, requireReach, scheduledConnection } from '../../conversations/schedule-rights.ts';
import { tableOf } from '../../conversations/ticket-access.ts';
import { requireUnblocked } from '../../domain/contacts/require-unblocked.ts';
import {
  choicesOf,
  newSchedule,
  type SaveSchedule,
  savedSchedule,
} from '../../domain/schedules/change-schedule.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Schedule } from '../../platform/table/entities/schedules.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { nextId } from '../../platform/table/updates.ts';
import { loadContact } from '../../repositories/contacts/contacts.ts';
import { countCreation } from '../../repositories/limits/creation-limits.ts';
import {
  releasePictureItems,
  type ScheduleRow,
  scheduleItem,
  scheduleTimerItem,
} from '../../repositories/tickets/schedules.ts';
import { loadConversation, loadTicket } from '../../repositories/tickets/tickets.ts';
import { changeSchedule, viewSchedule } from './schedule-access.ts';

/** Returns the contact's active ticket on the connection that a schedule would use now. */
const loadActive = async (
  principal: UserPrincipal,
  contactId: number,
  connection: DirectoryConnection | undefined,
): Promise<Ticket | undefined> => {
  const table = tableOf(principal);
  const conversation =
    connection === undefined ? undefined : await loadConversation(table, contactId, connection.id);
  const activeId = conversation?.activeTicketId ?? null;
  return activeId === null ? undefined : loadTicket(table, activeId);
};

/**
 * Returns the schedule to save. Everything it refers to must belong to the company and be available to the caller.
 * One read, three if the contact has a conversation, and two more for a template.
 * @throws AppError for a reference that is unknown or not allowed
 */
const requireNamed = async (principal: UserPrincipal, input: ScheduleInput): Promise<SaveSchedule> => {
  const { directory, userId } = principal;
  const table = tableOf(principal);
  const contact = await loadContact(table, input.contactId);
  if (contact === undefined) throw new AppError('ERR_NO_CONTACT_FOUND');
  requireUnblocked(contact);
  if (input.whatsappId !== null && !directory.connections.has(input.whatsappId))
    throw new AppError('ERR_NO_WAPP_FOUND');
  const connection = scheduledConnection(directory, input.whatsappId);
  const template =
    input.template === null ? undefined : await requireTemplate(table, connection, input.template);
  requirePlace(principal, choicesOf({ input, template, contact }));
  requireReach(principal, contact, await loadActive(principal, contact.id, connection));
  const { timeZone } = directory.company;
  return { input, template, contact, userId, tokenConnectionId: null, timeZone };
};

/**
 * Creates a schedule together with the timer that sends it. The number's counter, one read (three if the contact has
 * a conversation), two writes for rate limiting, and one transaction.
 */
export const createSchedule = async ({
  principal,
  body,
  ids,
  clock,
}: HandlerContext<typeof scheduleRoutes.create>) => {
  const table = tableOf(principal);
  const save = await requireNamed(principal, body);
  const nowMs = clock.now();
  await countCreation('schedule', principal, nowMs);
  const schedule = newSchedule(await nextId(table, Schedule), save);
  const put = scheduleItem(table, undefined, schedule, nowMs);
  await commit([put, scheduleTimerItem(table, schedule, { ids, nowMs })]);
  return viewSchedule(parseRow(Schedule, put.item), principal, nowMs);
};

/** Keeps the stored text if the caller sends the displayed text with hidden digits back unchanged. */
const unmasked = (
  { directory, user }: UserPrincipal,
  input: ScheduleInput,
  { body, template, contact }: ScheduleRow,
): ScheduleInput => {
  if (!hidesNumbers(directory.settings, user)) return input;
  const { text } = hideNumbersOf(contact);
  const shown = template === null ? null : { ...template, values: mapValues(template.values, text) };
  return {
    ...input,
    body: input.template === null && input.body === text(body) ? body : input.body,
    template: isDeepEqual(input.template, shown) ? template : input.template,
  };
};

/**
 * Changes a schedule and gives it a new timer, so that a run of the old timer does nothing. Two reads (four if the
 * contact has a conversation, two more for a template) and one transaction.
 */
export const updateSchedule = async ({
  principal,
  params,
  body,
  ids,
  clock,
}: HandlerContext<typeof scheduleRoutes.update>) => {
  const table = tableOf(principal);
  const nowMs = clock.now();
  const schedule = await changeSchedule(
    principal,
    params.id,
    nowMs,
    async (before) => savedSchedule(before, await requireNamed(principal, unmasked(principal, body, before))),
    (before, after) => [
      scheduleTimerItem(table, after, { ids, nowMs }),
      ...(after.media === null ? releasePictureItems(table, before, { ids, nowMs }) : []),
    ],
  );
  return viewSchedule(schedule, principal, nowMs);
};
