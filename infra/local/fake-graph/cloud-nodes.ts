import { randomUUID } from 'node:crypto';
import { type Phone, WABA } from './accounts.ts';
import { tellPhone } from './cloud-news.ts';
import { sendCloudMessage } from './cloud-send.ts';
import { selectFields } from './field-list.ts';
import { cloudFileProblem } from './file-limits.ts';
import { type GraphCall, textParam } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import type { Media } from './media.ts';
import { pageOf } from './paging.ts';
import type { Template } from './template-schemas.ts';
import type { Token } from './tokens.ts';
import type { World } from './world.ts';

/** Subcode of a token without a permission on the WhatsApp Business account. */
const NO_PERMISSION = 1349174;

const requireManagement = (token: Token): void => {
  if (!token.scopes.includes('whatsapp_business_management'))
    throw new GraphRefused(200, {
      subcode: NO_PERMISSION,
      details: 'You do not have the necessary permissions required to perform this action.',
    });
};
const requireMessaging = (token: Token): void => {
  if (!token.scopes.includes('whatsapp_business_messaging')) throw new GraphRefused(131005);
};

const unsupported = ({ method, path }: GraphCall): GraphRefused =>
  new GraphRefused(100, { details: `Unsupported request: ${method} /${path.join('/')}` });

const phoneFields = ({ phones }: World, phone: Phone) => ({
  id: phone.id,
  display_phone_number: phone.displayNumber,
  verified_name: phone.verifiedName,
  quality_rating: 'GREEN',
  code_verification_status: 'VERIFIED',
  account_mode: 'LIVE',
  platform_type: phones.isRegistered(phone) ? 'CLOUD_API' : 'NOT_APPLICABLE',
  throughput: { level: 'STANDARD' },
  whatsapp_business_manager_messaging_limit: 'TIER_250',
  status: phones.isRegistered(phone) ? 'CONNECTED' : 'DISCONNECTED',
  name_status: 'APPROVED',
});
const PHONE_FIELDS =
  'verified_name,code_verification_status,display_phone_number,quality_rating,platform_type,throughput,id';

const listPhones = (world: World, call: GraphCall) => {
  const fields = textParam(call, 'fields');
  const phones = WABA.phones.map((phone) =>
    selectFields(phoneFields(world, phone), fields, 'WhatsAppBusinessPhoneNumber', PHONE_FIELDS),
  );
  return pageOf(call, phones, `${world.endpoint}/v25.0/${WABA.id}/phone_numbers`);
};

/** Subscribes the app, at another address after a handshake with it, which must belong to this program. */
const subscribe = async ({ subscriptions, appOrigin }: World, call: GraphCall) => {
  const uri = textParam(call, 'override_callback_uri');
  if (uri === undefined) {
    subscriptions.subscribeWaba();
    return { success: true };
  }
  const verifyToken = textParam(call, 'verify_token') ?? '';
  if (!URL.canParse(uri) || new URL(uri).origin !== appOrigin)
    throw new GraphRefused(100, { details: 'The sandbox verifies only addresses of this program' });
  const challenge = String(Date.now());
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge };
  const answer = await fetch(`${uri}?${new URLSearchParams(query)}`);
  if (answer.status !== 200 || (await answer.text()) !== challenge)
    throw new GraphRefused(100, { details: 'The callback URL could not be validated' });
  subscriptions.subscribeWaba(uri);
  return { success: true };
};

const subscribedApps = (world: World, call: GraphCall) => {
  const { subscriptions, app } = world;
  if (call.method === 'POST') return subscribe(world, call);
  if (call.method === 'DELETE') {
    subscriptions.remove(WABA.id);
    return { success: true };
  }
  const link = `https://www.facebook.com/games/?app_id=${app.id}`;
  const whatsapp_business_api_data = { id: app.id, name: 'Prosa', link };
  return { data: subscriptions.has(WABA.id) ? [{ whatsapp_business_api_data }] : [] };
};

const templateFields = ({
  id,
  name,
  language,
  category,
  parameter_format,
  components,
  status,
  rejected_reason,
}: Template) => ({
  id,
  name,
  language,
  category,
  parameter_format,
  components,
  status,
  rejected_reason,
  previous_category: undefined,
  quality_score: { score: 'UNKNOWN', date: 0 },
});
const TEMPLATE_FIELDS = 'name,parameter_format,components,language,status,category,id';

const listTemplates = (world: World, call: GraphCall) => {
  const [name, status] = [textParam(call, 'name'), textParam(call, 'status')];
  const found = world.templates
    .all()
    .filter(
      (one) => (name === undefined || one.name === name) && (status === undefined || one.status === status),
    )
    .map((one) =>
      selectFields(templateFields(one), textParam(call, 'fields'), 'MessageTemplate', TEMPLATE_FIELDS),
    );
  return pageOf(call, found, `${world.endpoint}/v25.0/${WABA.id}/message_templates`);
};

const serveTemplates = (world: World, call: GraphCall): object => {
  if (call.method === 'GET') return listTemplates(world, call);
  if (call.method === 'POST') return world.templates.create(call.params);
  const ids = call.params.hsm_ids;
  return world.templates.delete({
    name: textParam(call, 'name'),
    id: textParam(call, 'hsm_id'),
    ids: Array.isArray(ids) ? ids.map(String) : undefined,
  });
};

/** Carries out a call to the WhatsApp Business account. */
export const serveWaba = async (
  world: World,
  edge: string | undefined,
  call: GraphCall,
  token: Token,
): Promise<object> => {
  requireManagement(token);
  switch (edge) {
    case undefined:
      return selectFields({ id: WABA.id, name: WABA.name }, textParam(call, 'fields'), 'WABA', 'id,name');
    case 'phone_numbers':
      return listPhones(world, call);
    case 'subscribed_apps':
      return subscribedApps(world, call);
    case 'message_templates':
      return serveTemplates(world, call);
    default:
      throw unsupported(call);
  }
};

/** Carries out a call to one template. */
export const serveTemplate = (world: World, template: Template, call: GraphCall, token: Token): object => {
  requireManagement(token);
  if (call.method === 'POST') return world.templates.edit(template.id, call.params);
  return selectFields(
    templateFields(template),
    textParam(call, 'fields'),
    'MessageTemplate',
    TEMPLATE_FIELDS,
  );
};

const uploadMedia = ({ media }: World, phone: Phone, call: GraphCall) => {
  const { file } = call.files;
  if (call.params.messaging_product !== 'whatsapp')
    throw new GraphRefused(100, { details: 'The parameter messaging_product is required.' });
  if (file === undefined) throw new GraphRefused(100, { details: 'The parameter file is required.' });
  const mimeType = textParam(call, 'type') ?? file.mimeType;
  const problem = cloudFileProblem({ ...file, mimeType });
  if (problem !== undefined) throw new GraphRefused(131053, { details: problem });
  return { id: media.keep(phone.id, { ...file, mimeType }, 'business').id };
};

/** Carries out a call to a number. */
export const servePhone = async (
  world: World,
  phone: Phone,
  edge: string | undefined,
  call: GraphCall,
  token: Token,
): Promise<object> => {
  if (edge === 'messages' || edge === 'media') {
    requireMessaging(token);
    if (call.method !== 'POST') throw unsupported(call);
    return edge === 'messages' ? sendCloudMessage(world, phone, call) : uploadMedia(world, phone, call);
  }
  requireManagement(token);
  if (edge === 'register' && call.method === 'POST') {
    if (call.params.messaging_product !== 'whatsapp')
      throw new GraphRefused(100, { details: 'The parameter messaging_product is required.' });
    world.phones.register(phone, call.params.pin);
    return { success: true };
  }
  if (edge === 'smb_app_data' && call.method === 'POST') {
    if (call.params.messaging_product !== 'whatsapp')
      throw new GraphRefused(100, { details: 'The parameter messaging_product is required.' });
    tellPhone(world, world.phones.askPhone(phone, call.params.sync_type), phone.id);
    return { messaging_product: 'whatsapp', request_id: randomUUID() };
  }
  if (edge !== undefined || call.method !== 'GET') throw unsupported(call);
  const fields = textParam(call, 'fields');
  return selectFields(phoneFields(world, phone), fields, 'WhatsAppBusinessPhoneNumber', PHONE_FIELDS);
};

/** Carries out `GET /{media}` and `DELETE /{media}`. */
export const serveMedia = (world: World, media: Media, call: GraphCall, token: Token): object => {
  requireMessaging(token);
  const owner = textParam(call, 'phone_number_id');
  if (owner !== undefined && owner !== media.accountId)
    throw new GraphRefused(100, { details: 'The media does not belong to this phone number' });
  if (call.method === 'DELETE') {
    world.media.delete(media.id);
    return { success: true };
  }
  return {
    messaging_product: 'whatsapp',
    url: `${world.endpoint}/whatsapp_business/attachments/?mid=${world.media.addressOf(media)}`,
    mime_type: media.mimeType,
    sha256: media.sha256,
    file_size: String(media.size),
    id: media.id,
  };
};
