import { contentText } from '@prosa/shared/messaging/content-text.ts';
import {
  type Button,
  type InteractiveContent,
  interactiveContentSchema,
  webAddressSchema,
} from '@prosa/shared/messaging/rich-content.ts';
import { PIX_KEY_TYPES } from '@prosa/shared/rules/pix-key.ts';
import type { proto } from 'baileys';
import * as z from 'zod';

/** A message with buttons, menus, offers or questions, as an equivalent text, and the header above it. */
export interface RichText {
  text: string;
  header: Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage'>;
  /** The structured content, if it can be shown as such. */
  content?: InteractiveContent | undefined;
}

type Text = string | null | undefined;

const lines = (...parts: readonly Text[]): string => parts.filter((part) => part).join('\n');

/** Returns a content made by a phone: structured if it is within the limits of storage, and as its text in any case. */
const richOf = (content: InteractiveContent, header: RichText['header'] = {}): RichText => ({
  text: contentText(content),
  header,
  content: interactiveContentSchema.safeParse(content).data,
});

const replyOf = (title: Text, id: Text, index: number): Button[] =>
  title ? [{ action: 'reply', id: id || String(index + 1), title }] : [];
/** Returns a link button with an address only if browsers may open it (S-29). */
const urlOf = (title: Text, url: Text): Button => {
  const address = webAddressSchema.safeParse(url).data ?? '';
  return { action: 'url', title: title || address, url: address };
};

const withButtons = (
  { title, text, footer }: { title: Text; text: Text; footer: Text },
  buttons: Button[],
  header: RichText['header'] = {},
): RichText => {
  const says = text || title || '';
  return richOf(
    {
      kind: 'buttons',
      title: says === title ? '' : (title ?? ''),
      text: says,
      footer: footer ?? '',
      buttons,
    },
    header,
  );
};

const template = (hydrated: proto.Message.TemplateMessage.IHydratedFourRowTemplate): RichText =>
  withButtons(
    {
      title: hydrated.hydratedTitleText,
      text: hydrated.hydratedContentText,
      footer: hydrated.hydratedFooterText,
    },
    (hydrated.hydratedButtons ?? []).flatMap(
      ({ quickReplyButton, urlButton, callButton }, index): Button[] => {
        if (quickReplyButton) return replyOf(quickReplyButton.displayText, quickReplyButton.id, index);
        if (urlButton) return [urlOf(urlButton.displayText, urlButton.url)];
        if (!callButton) return [];
        const number = callButton.phoneNumber ?? '';
        return [{ action: 'call', title: callButton.displayText || number, number }];
      },
    ),
    hydrated,
  );

interface Section {
  title?: Text;
  rows?: { title?: Text; description?: Text; rowId?: Text }[] | null;
}

const menu = (
  { title, text, footer, button }: { title: Text; text: Text; footer: Text; button: Text },
  sections: readonly Section[],
): RichText => {
  let count = 0;
  const says = text || title || '';
  return richOf({
    kind: 'list',
    title: says === title ? '' : (title ?? ''),
    text: says,
    footer: footer ?? '',
    button: button || says,
    sections: sections.map((section) => ({
      title: section.title ?? '',
      rows: (section.rows ?? []).map((row) => {
        count += 1;
        return { id: row.rowId || String(count), title: row.title ?? '', description: row.description ?? '' };
      }),
    })),
  });
};

const text = z.string().catch('');
/** Parameters of the newer kind of buttons, as JSON in a text. */
const buttonSchema = z.object({
  display_text: text,
  title: text,
  id: text,
  url: text,
  copy_code: text,
  phone_number: text,
  sections: z
    .array(
      z.object({
        title: text,
        rows: z.array(z.object({ title: text, description: text, id: text })).catch([]),
      }),
    )
    .catch([]),
});

const paymentSchema = z.object({
  total_amount: z
    .object({ value: z.number(), offset: z.number().positive() })
    .transform(({ value, offset }) => Math.round((value / offset) * 100))
    .catch(0),
  payment_settings: z.array(z.unknown()),
});
const pixSchema = z.object({ merchant_name: text, key: z.string(), key_type: z.enum(PIX_KEY_TYPES) });
const settingSchema = z.object({ pix_static_code: pixSchema }).transform(({ pix_static_code: pix }) => pix);
const dynamicSchema = z.object({ pix_dynamic_code: pixSchema }).transform(({ pix_dynamic_code: pix }) => pix);

const parsedJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

type NativeButton = proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton;

const nativeButtons = ({ name, buttonParamsJson }: NativeButton, index: number): Button[] => {
  const { data } = buttonSchema.safeParse(parsedJson(buttonParamsJson ?? ''));
  if (data === undefined) return [];
  const title = data.display_text || data.title;
  const rows = data.sections.flatMap((section) => section.rows);
  if (rows.length > 0) return rows.flatMap((row, at) => replyOf(row.title, row.id, at));
  switch (name) {
    case 'cta_url':
      return [urlOf(title, data.url)];
    case 'cta_copy':
      return title ? [{ action: 'copy', title, code: data.copy_code }] : [];
    case 'cta_call':
      return [{ action: 'call', title: title || data.phone_number, number: data.phone_number }];
    default:
      return replyOf(title, data.id, index);
  }
};

/** Returns a payment to a Pix key; undefined for any other button. */
const payment = (title: Text, { buttonParamsJson }: NativeButton): RichText | undefined => {
  const asked = paymentSchema.safeParse(parsedJson(buttonParamsJson ?? '')).data;
  const pix = asked?.payment_settings
    .map((setting) => z.union([settingSchema, dynamicSchema]).safeParse(setting).data)
    .find((found) => found !== undefined);
  if (asked === undefined || pix === undefined) return undefined;
  return richOf({
    kind: 'pix',
    title: title ?? '',
    amountCents: Math.max(0, asked.total_amount),
    keyType: pix.key_type,
    pixKey: pix.key,
    merchantName: pix.merchant_name,
  });
};

const interactive = (message: proto.Message.IInteractiveMessage): RichText => {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message;
  const buttons = nativeFlowMessage?.buttons ?? [];
  const [first, ...others] = buttons;
  const says = { title: lines(header?.title, header?.subtitle), text: body?.text, footer: footer?.text };
  const top = header ?? {};
  if (first?.name === 'payment_info') {
    const asked = payment(says.text || says.title, first);
    if (asked !== undefined) return { ...asked, header: top };
  }
  const sections = buttonSchema.safeParse(parsedJson(first?.buttonParamsJson ?? '')).data?.sections ?? [];
  if (first?.name === 'single_select' && others.length === 0 && sections.length > 0) {
    const { data } = buttonSchema.safeParse(parsedJson(first.buttonParamsJson ?? ''));
    const found = sections.map(({ title, rows }) => ({
      title,
      rows: rows.map(({ id: rowId, ...row }) => ({ ...row, rowId })),
    }));
    return { ...menu({ ...says, button: data?.title }, found), header: top };
  }
  const whole = withButtons(says, buttons.flatMap(nativeButtons), top);
  if (!carouselMessage) return whole;
  // Cards must not contain further cards.
  const cards = (carouselMessage.cards ?? []).map(
    ({ carouselMessage: _cards, ...card }) => interactive(card).text,
  );
  return { text: lines(whole.text, ...cards), header: top };
};

const plain = (text: string): RichText => ({ text, header: {} });

/** Returns a message with buttons, menus or offers; undefined for all others. */
export const richText = (content: proto.IMessage): RichText | undefined => {
  const { templateMessage, buttonsMessage, listMessage, productMessage, orderMessage, groupInviteMessage } =
    content;
  const hydrated =
    templateMessage?.hydratedTemplate ??
    templateMessage?.hydratedFourRowTemplate ??
    content.highlyStructuredMessage?.hydratedHsm?.hydratedTemplate ??
    content.highlyStructuredMessage?.hydratedHsm?.hydratedFourRowTemplate;
  if (hydrated) return template(hydrated);
  const flow = content.interactiveMessage ?? templateMessage?.interactiveMessageTemplate;
  if (flow) return interactive(flow);
  if (buttonsMessage) {
    const { text: title, contentText: body, footerText, buttons } = buttonsMessage;
    const replies = (buttons ?? []).flatMap(({ buttonId, buttonText }, index) =>
      replyOf(buttonText?.displayText, buttonId, index),
    );
    return withButtons({ title, text: body, footer: footerText }, replies, buttonsMessage);
  }
  if (listMessage) {
    const { title, description, footerText: footer, buttonText: button, sections } = listMessage;
    return menu({ title, text: description, footer, button }, sections ?? []);
  }
  if (productMessage) {
    const { product, body, footer } = productMessage;
    const image = product?.productImage;
    return {
      text: lines(product?.title, product?.description, product?.url, body, footer),
      header: image ? { imageMessage: image } : {},
    };
  }
  if (orderMessage) return plain(lines(orderMessage.orderTitle, orderMessage.message));
  if (groupInviteMessage) return plain(lines(groupInviteMessage.groupName, groupInviteMessage.caption));
  return undefined;
};
