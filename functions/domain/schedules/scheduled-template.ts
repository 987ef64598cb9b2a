import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import type { ScheduledTemplate } from '@prosa/shared/entities/schedule.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import { mapValues, needsOf } from '@prosa/shared/rules/message-template.ts';
import { fitsHeader, storedContentOf } from '../messages/outbound-content.ts';
import { requireWanted, templateContent } from '../messages/template-content.ts';
import type { Draft } from '../turns/message-turns.ts';

type Values = ScheduledTemplate['values'];

const refuseMedia = (): AppError => new AppError('ERR_TEMPLATE_VALUES', { details: { missing: ['media'] } });

/** Whether a template's header shows the picture of its schedule. */
export const showsPicture = (template: MessageTemplate): boolean => needsOf(template).file === 'image';

/**
 * Returns the text of a template with values for a later time; placeholders in the values stay as they are written. A
 * schedule has pictures only, so templates with another file are refused.
 * @throws AppError ERR_MARKETING_STOPPED; ERR_TEMPLATE_STATE; ERR_TEMPLATE_VALUES with `missing`, the places without a
 * value (`media` for a video or a document)
 */
export const scheduledText = (template: MessageTemplate, values: Values, contact: Contact): string => {
  requireWanted(template, contact);
  const text = contentText(templateContent(template, values));
  if (needsOf(template).file !== null && !showsPicture(template)) throw refuseMedia();
  return text;
};

/**
 * Returns the message of a scheduled template.
 * @param fill fills the placeholders of a value
 * @param picture with the picture of the schedule, if it has one
 * @throws AppError those of {@link scheduledText}; `media` also for a picture that is missing, or that the header does
 * not show
 */
export const scheduledTemplateDraft = (
  template: MessageTemplate,
  values: Values,
  contact: Contact,
  fill: (text: string) => string,
  picture: Pick<Draft, 'mediaType' | 'media'>,
): Pick<Draft, 'body' | 'mediaType' | 'media' | 'dataJson'> => {
  requireWanted(template, contact);
  const content = templateContent(template, mapValues(values, fill));
  const { mediaType, media } = picture;
  const file = mediaType === undefined || media == null ? undefined : { mediaType, media };
  if (!fitsHeader(needsOf(template).file, file)) throw refuseMedia();
  return { ...picture, ...storedContentOf(content) };
};
