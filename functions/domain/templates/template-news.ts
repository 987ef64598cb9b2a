import type { MessageTemplate } from '@prosa/shared/entities/message-template.ts';
import type { TemplateNews } from '../../channels/driver.ts';
import { isSurelyBefore } from '../surely-before.ts';

/**
 * Returns a template after the provider's update. undefined if the update is older than what is known: an update of
 * the same kind, or the sync that last read all templates.
 * @param times when the provider made the update, and when the templates were last read (null: never)
 */
export const afterNews = (
  template: MessageTemplate,
  news: Exclude<TemplateNews, { kind: 'parts' }>,
  times: { madeAtMs: number; syncedAt: string | null; now: string },
): MessageTemplate | undefined => {
  const { madeAtMs, syncedAt, now } = times;
  const { kind, ...change } = news;
  if (isSurelyBefore(madeAtMs, template.newsAt[kind]) || isSurelyBefore(madeAtMs, syncedAt ?? undefined))
    return undefined;
  const newsAt = { ...template.newsAt, [kind]: new Date(madeAtMs).toISOString() };
  return { ...template, ...change, newsAt, changedAt: now };
};
