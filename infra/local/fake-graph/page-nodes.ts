import { PAGES, type Page, USER } from './accounts.ts';
import { selectFields } from './field-list.ts';
import { type GraphCall, textParam } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import { uploadAttachment } from './page-attachments.ts';
import { sendPageMessage } from './page-send.ts';
import { pageOf } from './paging.ts';
import type { Person } from './people.ts';
import type { Token } from './tokens.ts';
import type { World } from './world.ts';

const TASKS = ['MODERATE', 'MESSAGING', 'ANALYZE', 'ADVERTISE', 'CREATE_CONTENT', 'MANAGE'];

/** Requires a permission that the user gave the app. @throws GraphRefused 200 */
export const requireScope = (token: Token, scope: string): void => {
  if (!token.scopes.includes(scope)) throw new GraphRefused(200, { details: `Requires ${scope} permission` });
};

/** Requires the page's own token. @throws GraphRefused 210 */
const requirePageToken = (token: Token, page: Page): void => {
  if (token.pageId === undefined) throw new GraphRefused(210);
  if (token.pageId !== page.id)
    throw new GraphRefused(10, { details: 'The page access token is that of another page' });
};

const pageFields = ({ tokens, endpoint }: World, { id, name, category, instagram }: Page) => ({
  id,
  name,
  category,
  tasks: TASKS,
  access_token: tokens.pageToken(id).value,
  picture: { data: { url: `${endpoint}/pictures/${id}`, is_silhouette: false } },
  link: `https://www.facebook.com/${id}`,
  instagram_business_account:
    instagram === undefined
      ? undefined
      : { ...instagram, profile_picture_url: `${endpoint}/pictures/${instagram.id}` },
});

const readPage = (world: World, page: Page, call: GraphCall, token: Token) => {
  const fields = textParam(call, 'fields');
  if (fields?.includes('instagram_business_account') === true) requireScope(token, 'pages_read_engagement');
  return selectFields(pageFields(world, page), fields, 'Page', 'id,name');
};

/** Carries out `GET /me`, for the owner of the token. */
export const readMe = (world: World, call: GraphCall, token: Token) => {
  const page = PAGES.find(({ id }) => id === token.pageId);
  if (page !== undefined) return readPage(world, page, call, token);
  const user = token.type === 'SYSTEM_USER' ? { id: token.userId, name: 'Prosa' } : { ...USER };
  const picture = { data: { url: `${world.endpoint}/pictures/${user.id}`, is_silhouette: false } };
  return selectFields({ ...user, picture, email: undefined }, textParam(call, 'fields'), 'User', 'id,name');
};

/** Carries out `GET /me/accounts`: the user's pages with their tokens. */
export const listPages = (world: World, call: GraphCall, token: Token) => {
  if (token.type === 'PAGE') throw new GraphRefused(100, { details: 'A user access token is required' });
  requireScope(token, 'pages_show_list');
  const fields = textParam(call, 'fields');
  if (fields?.includes('instagram_business_account') === true) requireScope(token, 'pages_read_engagement');
  const pages = PAGES.map((page) =>
    selectFields(pageFields(world, page), fields, 'Page', 'access_token,category,name,id,tasks'),
  );
  return pageOf(call, pages, `${world.endpoint}/v25.0/me/accounts`);
};

const listParam = (call: GraphCall, name: string): string[] => {
  const value = call.params[name];
  const items = Array.isArray(value) ? value.map(String) : (textParam(call, name) ?? '').split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
};

const subscribedApps = (world: World, page: Page, call: GraphCall) => {
  const { subscriptions, app } = world;
  switch (call.method) {
    case 'POST':
      subscriptions.subscribePage(page.id, listParam(call, 'subscribed_fields'));
      return { success: true };
    case 'DELETE':
      subscriptions.remove(page.id);
      return { success: true };
    default: {
      const fields = subscriptions.fieldsOf(page.id);
      const data = fields === undefined ? [] : [{ id: app.id, name: 'Prosa', subscribed_fields: fields }];
      return { data };
    }
  }
};

/** Carries out a call to a page. */
export const servePage = async (
  world: World,
  page: Page,
  edge: string | undefined,
  call: GraphCall,
  token: Token,
): Promise<object> => {
  if (edge === undefined && call.method === 'GET') return readPage(world, page, call, token);
  requirePageToken(token, page);
  if (edge === 'subscribed_apps') {
    requireScope(token, 'pages_manage_metadata');
    return subscribedApps(world, page, call);
  }
  requireScope(token, 'pages_messaging');
  if (edge === 'messages' && call.method === 'POST') return sendPageMessage(world, page, call);
  if (edge === 'message_attachments' && call.method === 'POST') return uploadAttachment(world, page, call);
  throw new GraphRefused(100, { details: `Unsupported request: ${call.method} /${page.id}/${edge ?? ''}` });
};

/** The account to which a page's token gives access: the page, or its Instagram account. */
export const isOwnAccount = (token: Token, accountId: string): boolean => {
  const page = PAGES.find(({ id }) => id === token.pageId);
  return page !== undefined && (accountId === page.id || accountId === page.instagram?.id);
};

/** Carries out `GET /{psid}` and `GET /{igsid}`: a person's public profile. */
export const readPerson = ({ endpoint }: World, person: Person, call: GraphCall) => {
  const fields = textParam(call, 'fields');
  const picture = `${endpoint}/pictures/${person.id}`;
  if (person.channel === 'instagram')
    return selectFields(
      {
        id: person.id,
        name: person.name === '' ? undefined : person.name,
        username: person.contact,
        profile_pic: picture,
        follower_count: 120,
        is_verified_user: false,
        is_user_follow_business: true,
        is_business_follow_user: false,
      },
      fields,
      'IGUser',
      'id,name',
    );
  // People who signed up with a phone number alone have no profile.
  if (person.name === '')
    throw new GraphRefused(100, { subcode: 2018218, details: 'No profile available for this user.' });
  const [first = '', ...rest] = person.name.split(' ');
  return selectFields(
    { id: person.id, first_name: first, last_name: rest.join(' '), profile_pic: picture, name: person.name },
    fields,
    'User',
    'first_name,last_name,profile_pic,id',
  );
};
