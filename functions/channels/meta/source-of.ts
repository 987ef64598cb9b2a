import type * as z from 'zod';
import { ProviderFailed } from '../driver.ts';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads where an inbound message's file is, as the channel's parser wrote it.
 * @throws ProviderFailed `media-missing` for any other text
 */
export const sourceOf = <S extends z.ZodType>(schema: S, source: string): z.output<S> => {
  const parsed = schema.safeParse(parseJson(source));
  if (!parsed.success) throw new ProviderFailed('media-missing', { does: 'stop' }, parsed.error);
  return parsed.data;
};
