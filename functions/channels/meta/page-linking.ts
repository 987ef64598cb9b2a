import * as z from 'zod';
import type { AccountKey, ChannelLinking } from '../linking.ts';
import { exchangeCode, exchangeUserToken, inspectToken } from './access-tokens.ts';
import { graph } from './graph-client.ts';
import { instagramOfPage, listUserPages, PAGE_CHANNELS } from './page-accounts.ts';

/** The updates of a page and of its Instagram account that `messaging-updates.ts` reads. */
const FIELDS = [
  'messages',
  'messaging_postbacks',
  'message_deliveries',
  'message_reads',
  'message_reactions',
  'message_edits',
  'message_echoes',
  'messaging_referrals',
  'standby',
];

/** Permissions of a Facebook user without which no page can be linked. */
export const USER_SCOPES = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'] as const;

/** Meta's samples also show the text `"true"`. */
const doneSchema = z.object({ success: z.union([z.boolean(), z.string()]) });

/** Returns the page of an account: an Instagram account belongs to one. */
const pageIdOf = ({ accountId, businessId }: AccountKey): string =>
  businessId === '' ? accountId : businessId;

/** Links pages, and the Instagram accounts that are linked to them. */
export const pageLinking: ChannelLinking = {
  find: async (key, proof) => {
    const given = 'code' in proof ? await exchangeCode(proof.code) : proof.accessToken;
    await inspectToken(given, USER_SCOPES);
    const pages = await listUserPages(await exchangeUserToken(given));
    return pages
      .filter(({ mayMessage }) => mayMessage)
      .flatMap(({ page, instagram }) => [page, ...(instagram === undefined ? [] : [instagram])])
      .find(({ channel, accountId }) => channel === key.channel && accountId === key.accountId);
  },
  subscribe: async (account) => {
    const query = { subscribed_fields: FIELDS.join(',') };
    const path = `${pageIdOf(account)}/subscribed_apps`;
    await graph({ method: 'POST', path, query, token: account.accessToken }, doneSchema);
  },
  subscribedWith: async (account) => {
    const pageId = pageIdOf(account);
    const instagramId = await instagramOfPage(pageId, account.accessToken);
    return [
      { channel: PAGE_CHANNELS.page, accountId: pageId },
      ...(instagramId === undefined ? [] : [{ channel: PAGE_CHANNELS.instagram, accountId: instagramId }]),
    ];
  },
  unsubscribe: async (account) => {
    const path = `${pageIdOf(account)}/subscribed_apps`;
    await graph({ method: 'DELETE', path, token: account.accessToken }, doneSchema);
  },
};
