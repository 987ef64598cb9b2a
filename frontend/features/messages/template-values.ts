import { interactiveRoutes } from '@prosa/shared/contracts/interactive.ts';
import { type MessageTemplateView, TEMPLATE_VALUE_MAX } from '@prosa/shared/contracts/message-templates.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { missingValues, needsOf, type TemplateNeeds } from '@prosa/shared/rules/message-template.ts';
import * as z from 'zod';
import { call } from '../../lib/api/api-client.ts';
import type { MediaChange } from '../files/components/form-file.tsx';
import { storedTemplateCard } from './template-card.ts';

const line = z.string().trim().max(TEMPLATE_VALUE_MAX);
const fieldsSchema = z.object({
  header: line,
  /** By the name of the variable. */
  body: z.record(z.string(), line),
  /** By the button's index. */
  buttons: z.record(z.string(), line),
  /** The file of the header; `keep` without one. */
  file: z.custom<MediaChange>(),
});
export type TemplateFields = z.infer<typeof fieldsSchema>;

export const NO_VALUES: TemplateFields = { header: '', body: {}, buttons: {}, file: 'keep' };

/** Whether a template has only parts that a user can fill in here. */
export const isFillable = (template: MessageTemplateView): boolean =>
  template.isSendable && !needsOf(template).place;

/** Returns the fields of a template, all empty: the product never guesses a value. */
export const emptyFields = (needs: TemplateNeeds): TemplateFields => ({
  ...NO_VALUES,
  body: Object.fromEntries(needs.body.map((name) => [name, ''])),
  buttons: Object.fromEntries(needs.buttons.map((index) => [index, ''])),
});

/**
 * Returns the schema of a template's values.
 * @param required text at a missing value
 * @param fileProblem returns why the channel does not take a file; undefined if it does
 */
export const templateValuesSchema = (
  needs: TemplateNeeds,
  required: string,
  fileProblem: (file: File) => string | undefined,
) =>
  fieldsSchema.superRefine((fields, context) => {
    const missing = [
      ...(needs.file !== null && !(fields.file instanceof File) ? [['file']] : []),
      ...missingValues(needs, fields),
    ];
    for (const path of missing) context.addIssue({ code: 'custom', path, message: required });
    const problem = fields.file instanceof File ? fileProblem(fields.file) : undefined;
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['file'], message: problem });
  });

/**
 * Sends a template. The same client id never creates a second message.
 * @param mediaKey key of the uploaded file of the header; null for none
 */
export const sendTemplate = (
  ticketId: number,
  clientId: string,
  { name, language }: MessageTemplateView,
  { header, body, buttons }: TemplateFields,
  mediaKey: string | null,
) =>
  call(interactiveRoutes.sendTemplate, {
    params: { ticketId },
    body: { clientId, name, language, values: { header, body, buttons }, mediaKey },
  });

/**
 * Whether a template was sent that the contact has not answered yet.
 * @param messages of a conversation, oldest first
 */
export const awaitsAnswer = (
  messages: readonly Pick<MessageView, 'fromMe' | 'isPrivate' | 'isDeleted' | 'sendState' | 'dataJson'>[],
): boolean => {
  const isSent = ({ fromMe, isDeleted, sendState, dataJson }: (typeof messages)[number]): boolean =>
    fromMe && !isDeleted && sendState !== 'failed' && storedTemplateCard(dataJson) !== undefined;
  const last = messages.findLast((message) => !message.isPrivate && (!message.fromMe || isSent(message)));
  return last?.fromMe === true;
};
