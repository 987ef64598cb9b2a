import type { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { missingValues, needsOf } from '@prosa/shared/rules/message-template.ts';
import type { WrittenTemplate } from '../../channels/driver.ts';

/**
 * Returns the parts of a template that a request writes.
 * @throws AppError ERR_VALIDATION for variables without examples
 */
export const writtenTemplate = (
  body: Omit<BodyOf<typeof messageTemplateRoutes.update>, 'whatsappId'>,
): WrittenTemplate => {
  const { category, body: text, footer, buttons, examples } = body;
  const header = 'mediaKey' in body.header ? { kind: body.header.kind } : body.header;
  const needs = needsOf({ header, body: text, footer, buttons });
  const details = missingValues(needs, examples).map((path) => ({
    path: `body.examples.${path.join('.')}`,
    message: 'no example',
  }));
  if (details.length > 0) throw new AppError('ERR_VALIDATION', { details });
  return { category, header, body: text, footer, buttons, examples };
};
