import type { About } from '@prosa/shared/messaging/stored-content.ts';
import * as z from 'zod';
import { lenient, metaId, shownLink } from './lenient-fields.ts';

const TITLE_MAX = 1000;

/** How a person came to the conversation: through an advertisement, a link, or a product of the account's shop. */
export const referralSchema = z.object({
  source: lenient(z.string()),
  ads_context_data: lenient(
    z.object({
      ad_title: lenient(z.string().transform((title) => title.slice(0, TITLE_MAX).toWellFormed())),
      photo_url: shownLink,
      video_url: shownLink,
    }),
  ),
  product: lenient(z.object({ id: metaId })),
});

/**
 * Returns what a message says about its referral. Only advertisements open the longer window: links (`SHORTLINK`) no
 * longer do.
 */
export const referred = (
  referral: z.output<typeof referralSchema> | undefined,
): { isFreeEntry?: true; about?: About } => {
  if (referral?.source === 'ADS') {
    const { ad_title, photo_url, video_url } = referral.ads_context_data ?? {};
    const ad = { title: ad_title ?? '', body: '', link: photo_url ?? video_url ?? '', thumbnail: '' };
    return { isFreeEntry: true, about: { kind: 'ad', ad } };
  }
  const productId = referral?.product?.id;
  return productId === undefined ? {} : { about: { kind: 'product', catalogId: '', productId } };
};
