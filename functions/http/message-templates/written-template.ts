import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { needsOf } from '@prosa/shared/rules/message-template.ts';
import type { WrittenTemplate } from '../../channels/driver.ts';

/**
 * Returns the parts of a template that a request writes.
 * @throws AppError ERR_VALIDATION for variables without examples
 */
export const writtenTemplate = (
  body: Omit<BodyOf<typeof messageTemplateRoutes.update>, 'whatsappId'>,
): WrittenTemplate => {
  const { category, header, body: text, footer, buttons, examples } = body;
  const needs = needsOf({ header, body: text, footer, buttons });
  const unexampled = [
    ...(needs.header && examples.header === '' ? ['header'] : []),
    ...needs.body.filter((name) => (examples.body[name] ?? '') === '').map((name) => `body.${name}`),
    ...needs.buttons
      .filter((index) => (examples.buttons[index] ?? '') === '')
      .map((index) => `buttons.${index}`),
  ];
  const details = unexampled.map((place) => ({ path: `body.examples.${place}`, message: 'no example' }));
  if (details.length > 0) throw new AppError('ERR_VALIDATION', { details });
  return { category, header, body: text, footer, buttons, examples };
};
