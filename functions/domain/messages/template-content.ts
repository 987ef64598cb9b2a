import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { type RichContent, richContentSchema } from '@prosa/shared/messaging/rich-content.ts';
import {
  fillTemplate,
  isNumbered,
  isUnwanted,
  missingValues,
  needsOf,
  type TemplateValues,
  variablesOf,
} from '@prosa/shared/rules/message-template.ts';

export type TemplateContent = Extract<RichContent, { kind: 'template' }>;

/**
 * Refuses a template for marketing to a contact that stopped such messages; Meta would refuse it with 131050.
 * @throws AppError ERR_MARKETING_STOPPED with the time at which the contact stopped them
 */
export const requireWanted = (
  { category }: Pick<MessageTemplate, 'category'>,
  { marketingStoppedAt }: Pick<Contact, 'marketingStoppedAt'>,
): void => {
  if (isUnwanted({ category }, { marketingStoppedAt }))
    throw new AppError('ERR_MARKETING_STOPPED', { details: { stoppedAt: marketingStoppedAt } });
};

/** Returns the name of a variable. '' for a number: the provider takes numbered values by their order. */
const nameOf = (variable = ''): string => (isNumbered(variable) ? '' : variable);

/**
 * Returns the content that sends a template with the values of its variables. Values that the template does not need
 * are ignored. The file of its header is given with the message.
 * @throws AppError ERR_TEMPLATE_STATE if the template is not approved, or has parts that we cannot fill;
 * ERR_TEMPLATE_VALUES with `missing`, the places without a value (`location` for a header that we do not send yet)
 */
export const templateContent = (template: MessageTemplate, values: TemplateValues): TemplateContent => {
  const { name, language, status, isSendable, header, buttons } = template;
  if (status !== 'APPROVED' || !isSendable)
    throw new AppError('ERR_TEMPLATE_STATE', { details: { status, isSendable } });
  const needs = needsOf(template);
  const missing = [
    ...(needs.place ? ['location'] : []),
    ...missingValues(needs, values).map((path) => path.join('.')),
  ];
  if (missing.length > 0) throw new AppError('ERR_TEMPLATE_VALUES', { details: { missing } });
  const { body: text, ...filled } = fillTemplate(template, values);
  const content = richContentSchema.safeParse({
    kind: 'template',
    name,
    language,
    headerName: header.kind === 'text' ? nameOf(variablesOf(header.text)[0]) : '',
    headerValue: needs.header ? values.header : '',
    parameters: needs.body.map((variable) => ({
      name: nameOf(variable),
      value: values.body[variable] ?? '',
    })),
    buttonValues: needs.buttons.map((index) => ({
      index,
      kind: buttons[index]?.kind,
      value: values.buttons[index] ?? '',
    })),
    text,
    ...filled,
  }).data;
  // Values that are longer than the parts of a message may be.
  if (content?.kind !== 'template') throw new AppError('ERR_TEMPLATE_VALUES', { details: { missing: [] } });
  return content;
};
