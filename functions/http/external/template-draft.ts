import type { ChosenTemplate } from '@prosa/shared/contracts/message-templates.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { needsOf, type TemplateNeeds } from '@prosa/shared/rules/message-template.ts';
import { requireTemplate } from '../../conversations/require-template.ts';
import { fitsHeader, storedContentOf } from '../../domain/messages/outbound-content.ts';
import { type TemplateContent, templateContent } from '../../domain/messages/template-content.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { openTable } from '../../platform/table/table.ts';
import type { TemplateRow } from '../../repositories/connections/message-templates.ts';
import type { TakenFile } from '../messages/take-files.ts';
import type { ExternalDraft } from './external-turn.ts';

/** A template of the token's connection with its values, and the kind of file that its header needs. */
export interface KnownTemplate {
  template: TemplateRow;
  content: TemplateContent;
  file: TemplateNeeds['file'];
}

/**
 * Finds the template that a call names. Two reads.
 * @throws AppError ERR_NO_TEMPLATE_FOUND, also on a channel without templates; ERR_TEMPLATE_STATE;
 * ERR_TEMPLATE_VALUES with the `missing` places
 */
export const findKnown = async (
  { companyId, connection }: ApiTokenPrincipal,
  { values, ...named }: ChosenTemplate,
): Promise<KnownTemplate> => {
  const template = await requireTemplate(openTable(companyId), connection, named);
  return { template, content: templateContent(template, values), file: needsOf(template).file };
};

/**
 * Returns the message of a template with the file of its header.
 * @throws AppError ERR_TEMPLATE_VALUES with `medias` for a file that the header lacks, or does not show
 */
export const templateDraft = (
  { content, file }: KnownTemplate,
  taken: TakenFile | undefined,
): ExternalDraft => {
  if (!fitsHeader(file, taken))
    throw new AppError('ERR_TEMPLATE_VALUES', { details: { missing: ['medias'] } });
  return { ...storedContentOf(content), ...(taken === undefined ? {} : { media: taken.media }) };
};
