import { type MessageTemplate, messageTemplateSchema } from '@prosa/shared/entities/message-template.ts';
import type { ProviderTemplate } from '../../channels/driver.ts';

/** The provider's description of a template, in the order of the schema's fields. */
const descriptionSchema = messageTemplateSchema.omit({
  companyId: true,
  businessId: true,
  changedAt: true,
  newsAt: true,
});
const descriptionOf = (template: ProviderTemplate): string =>
  JSON.stringify(descriptionSchema.parse(template));

const keyOf = ({ name, language }: Pick<MessageTemplate, 'name' | 'language'>): string =>
  `${name} ${language}`;

/**
 * Returns the templates that a sync writes and removes. A template that was changed after the sync began is kept,
 * because the list may not have the change yet.
 * @param stored all templates of the business
 * @param listed as the provider lists them
 */
export const syncedTemplates = <T extends MessageTemplate>(
  stored: readonly T[],
  listed: readonly ProviderTemplate[],
  { companyId, businessId, beganAt }: { companyId: number; businessId: string; beganAt: string },
): { written: MessageTemplate[]; removed: T[] } => {
  const known = new Map(stored.map((template) => [keyOf(template), template]));
  const seen = new Set(listed.map(keyOf));
  const isNewer = ({ changedAt }: MessageTemplate): boolean => changedAt > beganAt;
  const written = listed.flatMap((template): MessageTemplate[] => {
    const before = known.get(keyOf(template));
    if (before !== undefined && (isNewer(before) || descriptionOf(before) === descriptionOf(template)))
      return [];
    return [{ ...template, companyId, businessId, changedAt: beganAt, newsAt: {} }];
  });
  return { written, removed: stored.filter((one) => !seen.has(keyOf(one)) && !isNewer(one)) };
};
