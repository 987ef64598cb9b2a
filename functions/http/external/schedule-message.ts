import { type externalRoutes, SCHEDULE_AHEAD_DAYS } from '@prosa/shared/contracts/external.ts';
import {
  SCHEDULE_BODY_MAX,
  SCHEDULE_BODY_MIN,
  type ScheduleInput,
} from '@prosa/shared/contracts/schedules.ts';
import { type Schedule, scheduleMediaSchema } from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Ports } from '../../conversations/act.ts';
import { requireUnblocked } from '../../domain/contacts/require-unblocked.ts';
import type { WantedPlace } from '../../domain/external/place-message.ts';
import { answerOfRepeated, type Sent, sentAnswer } from '../../domain/external/repeated-call.ts';
import { newSchedule } from '../../domain/schedules/change-schedule.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Schedule as ScheduleEntity } from '../../platform/table/entities/schedules.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import {
  externalCallItems,
  loadExternalCall,
  type NamedCall,
} from '../../repositories/rows/external-calls.ts';
import { scheduleItem, scheduleTimerItem } from '../../repositories/tickets/schedules.ts';
import type { TakenFile } from '../messages/take-files.ts';
import { readSchedulePicture } from '../schedules/read-schedule-picture.ts';
import { refuseField } from './refuse-field.ts';
import { contactOf, type NamedSend, type Outcome, usageItem } from './send-once.ts';
import { findKnown, type KnownTemplate, templateDraft } from './template-draft.ts';
import { withFiles } from './with-files.ts';

type Context = HandlerContext<typeof externalRoutes.sendMessage>;

/** What a call schedules. */
interface Scheduling {
  sendAt: string;
  /** The text, signed if requested. */
  text: string;
  wanted: WantedPlace;
  call: NamedCall;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Refuses what a schedule cannot keep. @throws AppError ERR_VALIDATION with the field, ERR_PLAN_FEATURE */
const requireSchedulable = (
  { principal, body, files, clock }: Context,
  { sendAt, text }: Scheduling,
): void => {
  if (!principal.directory.plan.flags.useSchedules) throw new AppError('ERR_PLAN_FEATURE');
  const aheadMs = Date.parse(sendAt) - clock.now();
  if (aheadMs <= 0) throw refuseField('sendAt', 'must be in the future');
  if (aheadMs > SCHEDULE_AHEAD_DAYS * DAY_MS)
    throw refuseField('sendAt', `at most ${SCHEDULE_AHEAD_DAYS} days ahead`);
  if (body.noRegister) throw refuseField('noRegister', 'a scheduled message is stored');
  if (files.length > 1) throw refuseField('medias', 'a scheduled message has one picture');
  const isFitting = text.length >= SCHEDULE_BODY_MIN && text.length <= SCHEDULE_BODY_MAX;
  if (body.template === undefined && !isFitting)
    throw refuseField('body', `a scheduled text has ${SCHEDULE_BODY_MIN} to ${SCHEDULE_BODY_MAX} characters`);
};

/** Returns the picture of a call as the file to store; no file if there is none. */
const pictureOf = ({ files }: Context) => {
  if (files.length === 0) return [];
  const { bytes, mimeType, fileName } = readSchedulePicture(files, 'medias');
  return [{ bytes, mimeType, fileName }];
};

/** Returns the choices of the dialog that mean the same as the call. */
const inputOf = (
  { principal, body }: Context,
  { sendAt, text, wanted }: Scheduling,
  contactId: number,
): ScheduleInput => ({
  body: body.template === undefined ? text : '',
  template: body.template ?? null,
  contactId,
  sendAt,
  openTicket: !body.closeTicket,
  statusTicket: body.closeTicket ? 'closed' : 'open',
  ticketUserId: wanted.userId,
  queueId: wanted.queueId,
  intervalo: 1,
  valorIntervalo: 0,
  enviarQuantasVezes: 1,
  tipoDias: 4,
  // The name is already in the text.
  assinar: false,
  whatsappId: principal.connection.id,
});

/**
 * Stores a schedule with its timer, once for each key: with the call's answer and its count in one transaction.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT
 */
const storeOnce = (
  { ids, clock }: Ports,
  schedule: Schedule,
  counted: Pick<NamedSend, 'principal' | 'number' | 'drafts' | 'call'>,
): Promise<Outcome> => {
  const { principal, call } = counted;
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const nowMs = clock.now();
    const earlier = await loadExternalCall(table, call);
    const repeated = answerOfRepeated(earlier, call.bodyHash, nowMs);
    if (repeated !== undefined) return { sent: repeated, isRepeated: true };
    const answer = { ticketId: null, messageIds: [], scheduleId: schedule.id };
    await commit([
      scheduleItem(table, undefined, schedule, nowMs),
      scheduleTimerItem(table, schedule, { ids, nowMs }),
      ...externalCallItems(table, call, answer, earlier, nowMs),
      usageItem(counted, nowMs),
    ]);
    return { sent: sentAnswer(answer), isRepeated: false };
  });
};

const draftOf = (text: string, template: KnownTemplate | undefined, file: TakenFile | undefined) =>
  template === undefined ? { ...file, body: text } : templateDraft(template, file);

/**
 * Makes the schedule of a call with `sendAt`, once for each key. Users see, change and delete it like their own. It has
 * no writer: its text is sent as it is written, without placeholders. The contact is found or made.
 * @throws AppError ERR_VALIDATION with the field that a schedule cannot keep; ERR_PLAN_FEATURE; those of a picture and
 * of a template; ERR_CONTACT_BLOCKED, ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT
 */
export const scheduleMessage = async (context: Context, scheduling: Scheduling): Promise<Sent> => {
  requireSchedulable(context, scheduling);
  const { principal, body, ids, clock } = context;
  const { companyId, connection, directory } = principal;
  const { number } = body;
  const { call, text } = scheduling;
  const known = body.template === undefined ? undefined : await findKnown(principal, body.template);
  return withFiles({ principal, number, ids }, pictureOf(context), async ([file]) => {
    const drafts = [draftOf(text, known, file)];
    const contact = await contactOf(principal, number, { ids, nowMs: clock.now() });
    requireUnblocked(contact);
    const schedule = newSchedule(await nextId(openTable(companyId), ScheduleEntity), {
      input: inputOf(context, scheduling, contact.id),
      template: known?.template,
      contact,
      userId: null,
      tokenConnectionId: connection.id,
      timeZone: directory.company.timeZone,
    });
    const media = file === undefined ? null : scheduleMediaSchema.parse(file.media);
    return storeOnce({ ids, clock }, { ...schedule, media }, { principal, number, drafts, call });
  });
};
