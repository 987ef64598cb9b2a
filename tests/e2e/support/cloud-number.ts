import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import * as z from 'zod';
import { type Client, signIn } from '../../bench/client.ts';
import type { App } from './app.ts';

const accountsSchema = z.object({
  accounts: z.array(
    z.object({ channel: z.string(), accountId: z.string(), businessId: z.string(), token: z.string() }),
  ),
});
const linkedSchema = z.tuple([z.object({ id: z.int() })]);

export interface CloudNumber {
  connectionId: number;
  /** The provider's id of the number. */
  accountId: string;
  /** The API as Ana of the demo company. */
  ana: Client;
}

/** Links the sandbox's first number of the Cloud API to the demo company. */
export const linkCloudNumber = async ({ stack }: App, name: string): Promise<CloudNumber> => {
  const { accounts } = accountsSchema.parse(await (await fetch(`${stack.url}/sandbox/accounts`)).json());
  const number = accounts.find(({ channel }) => channel === 'whatsappapi');
  if (number === undefined) throw new Error('the sandbox has no number of the Cloud API');
  const { accountId, businessId, token } = number;
  const ana = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
  const body = { name, accessToken: token, phoneNumberId: accountId, businessAccountId: businessId };
  const [{ id }] = linkedSchema.parse(await ana.call('POST', channelLinkRoutes.linkPhones.path, body));
  return { connectionId: id, accountId, ana };
};
