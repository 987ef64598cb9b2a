import type { ScheduleInput } from '@prosa/shared/contracts/schedules.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import {
  BUSINESS_DAY_RULES,
  REPEAT_UNITS,
  type Schedule,
  scheduleContactSchema,
  scheduleSchema,
} from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { firstSlot, nextSlot, readSendAt, type Slot } from './recurrence.ts';
import { scheduledText, showsPicture } from './scheduled-template.ts';

/** The numbers of `intervalo` and `tipoDias` start with these. */
export const FIRST_INTERVALO = 1;
export const FIRST_TIPO_DIAS = 4;

/** A request to save a schedule, with the user or program that saves it. */
export interface SaveSchedule {
  input: ScheduleInput;
  /** The template that the input names, as the provider has it; undefined without one. */
  template: MessageTemplate | undefined;
  contact: Contact;
  /** null: a program saves it, with the API token of `tokenConnectionId`. */
  userId: number | null;
  tokenConnectionId: number | null;
  timeZone: string;
}

const instant = (ms: number): string => new Date(ms).toISOString();
const chosen = <const T extends readonly [unknown, ...unknown[]]>(all: T, index: number): T[number] =>
  all[index] ?? all[0];

/**
 * Returns the stored form of the user's choices. The time of sending is decided separately.
 * @throws AppError ERR_MARKETING_STOPPED, ERR_TEMPLATE_STATE, ERR_TEMPLATE_VALUES
 */
export const choicesOf = ({
  input,
  template,
  contact,
}: Pick<SaveSchedule, 'input' | 'template' | 'contact'>) => ({
  body:
    template === undefined || input.template === null
      ? input.body
      : scheduledText(template, input.template.values, contact),
  template: input.template,
  contactId: contact.id,
  contact: scheduleContactSchema.parse(contact),
  connectionId: input.whatsappId,
  openTicket: input.openTicket,
  ticketStatus: input.statusTicket,
  queueId: input.queueId,
  ticketUserId: input.ticketUserId,
  repeatUnit: chosen(REPEAT_UNITS, input.intervalo - FIRST_INTERVALO),
  repeatEvery: input.valorIntervalo,
  sendCount: input.enviarQuantasVezes,
  businessDayRule: chosen(BUSINESS_DAY_RULES, input.tipoDias - FIRST_TIPO_DIAS),
  signed: input.assinar,
});

type Said = Pick<Schedule, 'body' | 'template'>;
type Planned = Pick<Schedule, 'firstSendAt' | 'slot' | 'sendAt'>;

const planned = (firstSendAt: string, { slot, atMs }: Slot): Planned => ({
  firstSendAt,
  slot,
  sendAt: instant(atMs),
});

/** Returns a new schedule. @throws AppError those of {@link choicesOf} */
export const newSchedule = (id: number, save: SaveSchedule): Schedule => {
  const choices = choicesOf(save);
  const firstSendAt = instant(readSendAt(save.input.sendAt, save.timeZone));
  const { userId, tokenConnectionId, contact, timeZone } = save;
  return scheduleSchema.parse({
    companyId: contact.companyId,
    id,
    ...choices,
    ...planned(firstSendAt, firstSlot({ ...choices, firstSendAt }, timeZone)),
    status: 'pending',
    userId,
    savedById: userId,
    tokenConnectionId,
  });
};

/**
 * Throws if the last message of a schedule was already sent.
 * @throws AppError ERR_SCHEDULE_SENT
 */
export const requireUnsent = (schedule: Pick<Schedule, 'sentAt'>): void => {
  if (schedule.sentAt !== null) throw new AppError('ERR_SCHEDULE_SENT');
};

/** Whether two schedules say the same. The text of a template is the provider's, so only its values count. */
const isSameText = (before: Said, after: Said): boolean =>
  JSON.stringify(before.template) === JSON.stringify(after.template) &&
  (after.template !== null || before.body === after.body);

/**
 * Returns a schedule with saved changes. If time or recurrence changed, it starts again at the given time, with the
 * remaining number of sends; otherwise it keeps its position. A failed schedule is sent at that time. A user who
 * changes the text becomes its writer, so that no message is signed by a user who did not write it. The schedule is
 * sent with the rights of the user who saved it last. A template that shows no picture takes the picture away.
 * @throws AppError ERR_SCHEDULE_SENT; ERR_VALIDATION unless the number of sends is larger than the number already
 * sent; those of {@link choicesOf}
 */
export const savedSchedule = (before: Schedule, save: SaveSchedule): Schedule => {
  requireUnsent(before);
  const choices = choicesOf(save);
  if (choices.sendCount <= before.sentCount) {
    const message = `more than the ${before.sentCount} that have gone`;
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.enviarQuantasVezes', message }] });
  }
  const sendAt = instant(readSendAt(save.input.sendAt, save.timeZone));
  const isSamePlan =
    sendAt === before.sendAt &&
    choices.repeatUnit === before.repeatUnit &&
    choices.repeatEvery === before.repeatEvery &&
    choices.businessDayRule === before.businessDayRule;
  return {
    ...before,
    ...choices,
    ...(isSamePlan ? {} : planned(sendAt, firstSlot({ ...choices, firstSendAt: sendAt }, save.timeZone))),
    status: 'pending',
    failure: '',
    media: save.template === undefined || showsPicture(save.template) ? before.media : null,
    userId: isSameText(before, choices) ? before.userId : save.userId,
    savedById: save.userId,
  };
};

/** Returns a schedule after it sent a message: it waits for its next send, or is done. */
export const sentSchedule = (
  before: Schedule,
  sent: { messageId: string; nowMs: number; timeZone: string },
): Schedule => {
  const { nowMs, timeZone, messageId } = sent;
  const sentCount = before.sentCount + 1;
  const after: Schedule = { ...before, sentCount, failure: '', lastMessageId: messageId };
  if (sentCount >= before.sendCount) return { ...after, status: 'sent', sentAt: instant(nowMs) };
  const place = { slot: before.slot, atMs: Date.parse(before.sendAt) };
  return { ...after, ...planned(before.firstSendAt, nextSlot(before, place, nowMs, timeZone)) };
};

/** Returns a schedule that could not send: it stops with the reason until it is saved again. */
export const failedSchedule = (before: Schedule, failure: string): Schedule => ({
  ...before,
  status: 'failed',
  failure,
});

/**
 * Returns a schedule after its message failed at the provider. A schedule with further sends goes on, and shows the
 * failure; after a failed last send it can be saved, and sent, again. Undefined if the message is no longer the
 * schedule's last one.
 */
export const scheduleAfterFailedSend = (
  before: Schedule,
  failed: { messageId: string; reason: string },
): Schedule | undefined => {
  if (before.lastMessageId !== failed.messageId || before.failure !== '') return undefined;
  if (before.status !== 'sent') return { ...before, failure: failed.reason };
  return {
    ...failedSchedule(before, failed.reason),
    sentAt: null,
    sentCount: before.sentCount - 1,
  };
};
