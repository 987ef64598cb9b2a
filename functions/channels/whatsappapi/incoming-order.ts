import * as z from 'zod';
import { cutText, TEXT_CHARS, textUpTo } from './cloud-fields.ts';
import type { Understood } from './incoming-content.ts';

const MAX_ITEMS = 100;

const itemSchema = z.object({
  product_retailer_id: textUpTo(100),
  quantity: z.number().nonnegative(),
  item_price: z.number().nonnegative(),
  currency: textUpTo(10).catch(''),
});
const orderSchema = z.object({
  catalog_id: textUpTo(100).catch(''),
  text: textUpTo(TEXT_CHARS).catch(''),
  product_items: z.array(z.unknown()),
});

type Item = z.output<typeof itemSchema>;

const lineOf = ({ quantity, product_retailer_id, item_price, currency }: Item): string =>
  `${quantity} x ${product_retailer_id} (${`${item_price} ${currency}`.trimEnd()})`;

/** Reads an order: the customer's text, then a line for each product. Malformed products are skipped. */
export const readOrder = (raw: unknown): Understood | undefined => {
  const parsed = orderSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { catalog_id: catalogId, text, product_items } = parsed.data;
  const items = product_items.slice(0, MAX_ITEMS).flatMap((item) => itemSchema.safeParse(item).data ?? []);
  if (items.length === 0) return undefined;
  const lines = [...(text === '' ? [] : [text]), ...items.map(lineOf)];
  return {
    content: { kind: 'text', text: cutText(lines.join('\n'), TEXT_CHARS) },
    about: {
      kind: 'order',
      catalogId,
      items: items.map(({ product_retailer_id: productId, quantity, item_price: price, currency }) => ({
        productId,
        quantity,
        price,
        currency,
      })),
    },
  };
};
