import * as z from 'zod';
import type { LinkableAccount } from '../linking.ts';
import { graph } from './graph-client.ts';
import { readAllPages } from './read-all-pages.ts';

const pageSchema = z.object({
  id: z.string().min(1),
  name: z.string().default(''),
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  instagram_business_account: z.object({ id: z.string().min(1), username: z.string().optional() }).optional(),
});
const PAGE_FIELDS = 'id,name,access_token,tasks,instagram_business_account{id,username}';

/** The channels of a page, and of the Instagram account that is linked to it. */
export const PAGE_CHANNELS = { page: 'facebook', instagram: 'instagram' } as const;

/** A page of a Facebook user, with its accounts as they can be linked. */
export interface UserPage {
  /** Whether the user may write messages for the page, and the token is one that allows it. */
  mayMessage: boolean;
  page: LinkableAccount;
  /** The Instagram account that is linked to the page. */
  instagram: LinkableAccount | undefined;
}

const userPage = ({ id, name, access_token, tasks, ...rest }: z.output<typeof pageSchema>): UserPage => {
  // The token of a page does not expire if that of the user is one of 60 days.
  const access = { accessToken: access_token ?? '', expireAt: null, isRegistered: true };
  const { instagram_business_account: linked } = rest;
  return {
    mayMessage: access_token !== undefined && (tasks === undefined || tasks.includes('MESSAGING')),
    page: { channel: PAGE_CHANNELS.page, accountId: id, businessId: '', name, number: name, ...access },
    instagram:
      linked === undefined
        ? undefined
        : {
            channel: PAGE_CHANNELS.instagram,
            accountId: linked.id,
            businessId: id,
            name: linked.username ?? name,
            number: linked.username === undefined ? name : `@${linked.username}`,
            ...access,
          },
  };
};

/**
 * Returns the pages that a Facebook user manages.
 * @throws ProviderFailed
 */
export const listUserPages = async (userToken: string): Promise<UserPage[]> =>
  (
    await readAllPages({ path: 'me/accounts', query: { fields: PAGE_FIELDS }, token: userToken }, pageSchema)
  ).map(userPage);

const linkedSchema = z.object({ instagram_business_account: z.object({ id: z.string() }).optional() });

/**
 * Returns the id of the Instagram account that is linked to a page; undefined without one.
 * @throws ProviderFailed
 */
export const instagramOfPage = async (pageId: string, token: string): Promise<string | undefined> => {
  const query = { fields: 'instagram_business_account' };
  return (await graph({ path: pageId, query, token }, linkedSchema)).instagram_business_account?.id;
};
