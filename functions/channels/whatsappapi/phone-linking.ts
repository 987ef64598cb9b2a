import * as z from 'zod';
import type { ChannelLinking, LinkableAccount, LinkProof } from '../linking.ts';
import { exchangeCode, inspectToken } from '../meta/access-tokens.ts';
import { graph } from '../meta/graph-client.ts';
import { requireMetaApp } from '../meta/meta-app.ts';
import { readAllPages } from '../meta/read-all-pages.ts';

const MANAGEMENT = 'whatsapp_business_management';
const SCOPES = ['whatsapp_business_messaging', MANAGEMENT];

const doneSchema = z.object({ success: z.union([z.boolean(), z.string()]) });
const phoneSchema = z.object({
  id: z.string().min(1),
  display_phone_number: z.string().default(''),
  verified_name: z.string().default(''),
  quality_rating: z.string().optional(),
});

interface Access {
  accessToken: string;
  expireAt: string | null;
  /** WhatsApp Business accounts that were shared with the app; empty if Meta does not tell. */
  businessIds: readonly string[];
}

const accessOf = async (proof: LinkProof): Promise<Access> => {
  const accessToken = 'code' in proof ? await exchangeCode(proof.code) : proof.accessToken;
  const { appId } = await requireMetaApp({ id: false });
  // A pasted token also works without the app's id, which only this question needs.
  if (appId === '') return { accessToken, expireAt: null, businessIds: [] };
  const { expireAt, targetsOf } = await inspectToken(accessToken, SCOPES);
  return { accessToken, expireAt, businessIds: targetsOf(MANAGEMENT) };
};

/** Returns the numbers of a WhatsApp Business account, which proves that they belong to it. */
const phonesOf = async (
  businessId: string,
  { accessToken, expireAt }: Access,
): Promise<LinkableAccount[]> => {
  const fields = Object.keys(phoneSchema.shape).join(',');
  const path = `${businessId}/phone_numbers`;
  const phones = await readAllPages({ path, query: { fields }, token: accessToken }, phoneSchema);
  return phones.map(({ id, display_phone_number: shown, verified_name: name }) => ({
    channel: 'whatsappapi',
    accountId: id,
    businessId,
    name: name === '' ? shown : name,
    number: shown.replace(/\D/g, ''),
    accessToken,
    expireAt,
  }));
};

/**
 * Returns the numbers of the Cloud API that a proof reaches: the one with the given id, otherwise all of the WhatsApp
 * Business account, or of those that were shared in the signup.
 * @throws ProviderFailed
 */
export const findPhones = async (
  proof: LinkProof,
  { phoneNumberId, businessId }: { phoneNumberId?: string | undefined; businessId?: string | undefined },
): Promise<LinkableAccount[]> => {
  const access = await accessOf(proof);
  const businessIds = businessId === undefined ? access.businessIds : [businessId];
  const phones = await Promise.all(businessIds.map((id) => phonesOf(id, access)));
  return phones.flat().filter(({ accountId }) => phoneNumberId === undefined || accountId === phoneNumberId);
};

/** Links numbers of the Cloud API. The subscription is that of their WhatsApp Business account. */
export const phoneLinking: ChannelLinking = {
  find: async ({ accountId, businessId }, proof) =>
    (await findPhones(proof, { phoneNumberId: accountId, businessId }))[0],
  subscribe: async ({ businessId, accessToken: token }) => {
    await graph({ method: 'POST', path: `${businessId}/subscribed_apps`, json: {}, token }, doneSchema);
  },
  subscribedWith: ({ businessId, accessToken }) =>
    phonesOf(businessId, { accessToken, expireAt: null, businessIds: [] }),
  unsubscribe: async ({ businessId, accessToken: token }) => {
    await graph({ method: 'DELETE', path: `${businessId}/subscribed_apps`, token }, doneSchema);
  },
};
