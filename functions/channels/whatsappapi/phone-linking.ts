import * as z from 'zod';
import { ProviderFailed } from '../driver.ts';
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
  platform_type: z.string().optional(),
});

/** Platform of a number that is not registered. Of any other, the first message tells whether it is (133010). */
const NO_PLATFORM = 'NOT_APPLICABLE';

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
  return phones.map(({ id, display_phone_number: shown, verified_name: name, platform_type: platform }) => ({
    channel: 'whatsappapi',
    accountId: id,
    businessId,
    name: name === '' ? shown : name,
    number: shown.replace(/\D/g, ''),
    accessToken,
    expireAt,
    isRegistered: platform !== NO_PLATFORM,
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

/** The address book comes last, because it names only contacts that exist. */
const SYNC_TYPES = ['history', 'smb_app_state_sync'] as const;
/** Refusal of a request that was made before: Meta carries it out once. */
const ASKED_BEFORE = 'refused-2593107';
const askedSchema = z.object({ request_id: z.string().optional() });

const askOnce = async (path: string, token: string, json: object): Promise<void> => {
  try {
    await graph({ path, json, token }, askedSchema);
  } catch (error) {
    if (!(error instanceof ProviderFailed) || error.reason !== ASKED_BEFORE) throw error;
  }
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
  register: async ({ accountId, accessToken: token }, pin) => {
    const json = { messaging_product: 'whatsapp', pin };
    await graph({ path: `${accountId}/register`, json, token }, doneSchema);
  },
  askHistory: async ({ accountId, accessToken: token }) => {
    for (const sync_type of SYNC_TYPES)
      await askOnce(`${accountId}/smb_app_data`, token, { messaging_product: 'whatsapp', sync_type });
  },
};
