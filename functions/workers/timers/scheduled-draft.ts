import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { fillText } from '../../conversations/fill-text.ts';
import { signedText } from '../../domain/messages/outbound-content.ts';
import { scheduledTemplateDraft } from '../../domain/schedules/scheduled-template.ts';
import type { Draft } from '../../domain/turns/message-turns.ts';
import type { FileCopy } from '../../domain/turns/turn.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import type { Directory } from '../../platform/directory.ts';
import type { TemplateRow } from '../../repositories/connections/message-templates.ts';
import type { ScheduleRow } from '../../repositories/tickets/schedules.ts';
import type { TimerContext } from './timer-handler.ts';

/**
 * Returns a copy of the schedule's picture for one message, because deleting the message deletes its file. Its place
 * is derived from the timer, so that a retry makes the same copy.
 */
const pictureOf = (
  { system, timer }: TimerContext<'schedule'>,
  { media }: ScheduleRow,
  contact: Contact,
): { draft: Pick<Draft, 'mediaType' | 'media'>; copies: readonly FileCopy[] } => {
  if (media === null) return { draft: {}, copies: [] };
  const { mimeType, fileName, size } = media;
  const key = storedKey(system.companyId, timer.token);
  return {
    draft: {
      mediaType: 'image',
      media: { state: 'stored', key, mimeType, fileName, size, voice: false, durationS: null, reason: '' },
    },
    copies: [{ from: media.key, to: key, mimeType, fileName: hideNumbersOf(contact).text(fileName) }],
  };
};

/** Returns a function that fills the placeholders of a user's text. A program's text is sent as it is written. */
const fillerOf =
  (directory: Directory, { userId }: ScheduleRow, ticket: Ticket, nowMs: number) =>
  (text: string): string =>
    userId === null
      ? text
      : fillText(directory, ticket, directory.users.get(userId)?.name ?? '', text, nowMs);

/** Returns the text for the customer: placeholders filled, signed by its author if requested and allowed. */
const textOf = (directory: Directory, schedule: ScheduleRow, fill: (text: string) => string): string => {
  const writer = schedule.userId === null ? undefined : directory.users.get(schedule.userId);
  const filled = fill(schedule.body);
  return schedule.signed && directory.settings.sendSignMessage && writer !== undefined
    ? signedText(filled, writer.name)
    : filled;
};

/** The rows that a scheduled message is made of. */
interface ScheduledSource {
  directory: Directory;
  schedule: ScheduleRow;
  contact: Contact;
  /** The template as the provider has it; undefined for a text. */
  template: TemplateRow | undefined;
}

/**
 * Returns the message of a schedule on a ticket, and the copy of its picture.
 * @throws AppError from `draftFor`: ERR_MARKETING_STOPPED, ERR_TEMPLATE_STATE, ERR_TEMPLATE_VALUES
 */
export const scheduledDraft = (
  context: TimerContext<'schedule'>,
  { directory, schedule, contact, template }: ScheduledSource,
): { draftFor: (ticket: Ticket) => Draft; copies: readonly FileCopy[] } => {
  const picture = pictureOf(context, schedule, contact);
  const { userId } = schedule;
  return {
    copies: picture.copies,
    draftFor: (ticket) => {
      const fill = fillerOf(directory, schedule, ticket, context.nowMs);
      const said =
        template === undefined || schedule.template === null
          ? { ...picture.draft, body: textOf(directory, schedule, fill) }
          : scheduledTemplateDraft(template, schedule.template.values, contact, fill, picture.draft);
      return {
        ...said,
        userId: userId !== null && directory.users.has(userId) ? userId : null,
        saidBy: 'schedule',
      };
    },
  };
};
