import type { ScheduleInput } from '@prosa/shared/contracts/schedules.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import {
  BUSINESS_DAY_RULES,
  REPEAT_UNITS,
  type Schedule,
  scheduleContactSchema,
  scheduleSchema,
} from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { firstSlot, nextSlot, readSendAt, type Slot } from './recurrence.ts';

/** The numbers of `intervalo` and `tipoDias` start with these. */
export const FIRST_INTERVALO = 1;
export const FIRST_TIPO_DIAS = 4;

/** A request to save a schedule, with the user who saves it. */
export interface SaveSchedule {
  input: ScheduleInput;
  contact: Contact;
  userId: number;
  timeZone: string;
}

const instant = (ms: number): string => new Date(ms).toISOString();
const chosen = <const T extends readonly [unknown, ...unknown[]]>(all: T, index: number): T[number] =>
  all[index] ?? all[0];

/** Returns the stored form of the user's choices. The time of sending is decided separately. */
export const choicesOf = ({ input, contact }: Pick<SaveSchedule, 'input' | 'contact'>) => ({
  body: input.body,
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

type Planned = Pick<Schedule, 'firstSendAt' | 'slot' | 'sendAt'>;

const planned = (firstSendAt: string, { slot, atMs }: Slot): Planned => ({
  firstSendAt,
  slot,
  sendAt: instant(atMs),
});

/** Returns a new schedule. */
export const newSchedule = (id: number, save: SaveSchedule): Schedule => {
  const choices = choicesOf(save);
  const firstSendAt = instant(readSendAt(save.input.sendAt, save.timeZone));
  const { userId, contact, timeZone } = save;
  return scheduleSchema.parse({
    companyId: contact.companyId,
    id,
    ...choices,
    ...planned(firstSendAt, firstSlot({ ...choices, firstSendAt }, timeZone)),
    status: 'pending',
    userId,
    savedById: userId,
  });
};

/**
 * Throws if the last message of a schedule was already sent.
 * @throws AppError ERR_SCHEDULE_SENT
 */
export const requireUnsent = (schedule: Pick<Schedule, 'sentAt'>): void => {
  if (schedule.sentAt !== null) throw new AppError('ERR_SCHEDULE_SENT');
};

/**
 * Returns a schedule with saved changes. If time or recurrence changed, it starts again at the given time, with the
 * remaining number of sends; otherwise it keeps its position. A failed schedule is sent at that time. A user who
 * changes the text becomes its writer, so that no message is signed by a user who did not write it. The schedule is
 * sent with the rights of the user who saved it last.
 * @throws AppError ERR_SCHEDULE_SENT; ERR_VALIDATION unless the number of sends is larger than the number already
 * sent
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
    userId: choices.body === before.body ? before.userId : save.userId,
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
