import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { proto } from 'baileys';
import * as z from 'zod';

/** Choices of a message that has buttons, as a text that says the same; and what stands on top of it. */
export interface RichText {
  text: string;
  header: Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage'>;
}

type Text = string | null | undefined;

const lines = (...parts: readonly Text[]): string => parts.filter((part) => part).join('\n');
const choices = (titles: readonly Text[]): { id: string; title: string }[] =>
  titles.flatMap((title, index) => (title ? [{ id: String(index + 1), title }] : []));

const withButtons = (texts: readonly Text[], footer: Text, titles: readonly Text[]): string =>
  contentText({ kind: 'buttons', text: lines(...texts), footer: footer ?? '', buttons: choices(titles) });

const template = (hydrated: proto.Message.TemplateMessage.IHydratedFourRowTemplate): RichText => ({
  text: withButtons(
    [hydrated.hydratedTitleText, hydrated.hydratedContentText],
    hydrated.hydratedFooterText,
    (hydrated.hydratedButtons ?? []).map(
      ({ quickReplyButton, urlButton, callButton }) =>
        quickReplyButton?.displayText ??
        (urlButton ? lines(urlButton.displayText, urlButton.url) : undefined) ??
        (callButton ? lines(callButton.displayText, callButton.phoneNumber) : undefined),
    ),
  ),
  header: hydrated,
});

const menu = (list: proto.Message.IListMessage): string =>
  contentText({
    kind: 'list',
    title: list.title ?? '',
    text: list.description ?? '',
    footer: list.footerText ?? '',
    button: list.buttonText ?? '',
    sections: (list.sections ?? []).map(({ title, rows }) => ({
      title: title ?? '',
      rows: (rows ?? []).map((row, index) => ({
        id: row.rowId ?? String(index),
        title: row.title ?? '',
        description: row.description ?? '',
      })),
    })),
  });

/** What the buttons of the newer kind say of themselves, as JSON in a text. */
const buttonSchema = z.object({
  display_text: z.string().catch(''),
  title: z.string().catch(''),
  url: z.string().catch(''),
  sections: z
    .array(
      z.object({
        rows: z.array(z.object({ title: z.string().catch('') })).catch([]),
      }),
    )
    .catch([]),
});

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const nativeTitles = ({
  buttonParamsJson,
}: proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton): string[] => {
  const parsed = buttonSchema.safeParse(parsedJson(buttonParamsJson ?? ''));
  if (!parsed.success) return [];
  const { display_text, title, url, sections } = parsed.data;
  const rows = sections.flatMap((section) => section.rows.map((row) => row.title));
  return rows.length > 0 ? rows : [lines(display_text || title, url)];
};

const interactive = (message: proto.Message.IInteractiveMessage): RichText => ({
  text: lines(
    withButtons(
      [message.header?.title, message.header?.subtitle, message.body?.text],
      message.footer?.text,
      (message.nativeFlowMessage?.buttons ?? []).flatMap(nativeTitles),
    ),
    // A card has no cards of its own.
    ...(message.carouselMessage?.cards ?? []).map(
      ({ carouselMessage: _cards, ...card }) => interactive(card).text,
    ),
  ),
  header: message.header ?? {},
});

const plain = (text: string): RichText => ({ text, header: {} });

/** A message with buttons, menus or offers; undefined for all others. */
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
    const { text, contentText: body, footerText, buttons } = buttonsMessage;
    const titles = (buttons ?? []).map(({ buttonText }) => buttonText?.displayText);
    return { text: withButtons([text, body], footerText, titles), header: buttonsMessage };
  }
  if (listMessage) return plain(menu(listMessage));
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
