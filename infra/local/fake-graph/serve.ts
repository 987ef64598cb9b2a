import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findPage, findPhone, USER, WABA } from './accounts.ts';
import { AnswerLost } from './answer-lost.ts';
import { serveMedia, servePhone, serveTemplate, serveWaba } from './cloud-nodes.ts';
import { type GraphCall, readCall } from './graph-call.ts';
import { GraphRefused } from './graph-refused.ts';
import { debugToken, exchangeToken, loginDialog } from './oauth.ts';
import { isOwnAccount, listPages, readMe, readPerson, servePage } from './page-nodes.ts';
import type { Token } from './tokens.ts';
import { serveUpload, startUpload } from './uploads.ts';
import type { World } from './world.ts';

/** Longest time for which an answer is held back. */
const STALL_MS = 120_000;
/** A grey square, the picture of everybody. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOoBwAAgQCB5n2tQwAAAABJRU5ErkJggg==',
  'base64',
);

const requireAccount = (token: Token, accountId: string): void => {
  if (!isOwnAccount(token, accountId)) throw new GraphRefused(803);
};

/** Carries out a call to an object, which is found by its id. */
const serveObject = async (world: World, call: GraphCall): Promise<object> => {
  const [name = '', edge, ...rest] = call.path;
  const token = world.tokens.check(call.accessToken, call.proof);
  if (rest.length > 0)
    throw new GraphRefused(2500, { details: `Unknown path components: /${rest.join('/')}` });
  if (name.startsWith('upload:') && edge === undefined) return serveUpload(world, call);
  if (name === world.app.id && edge === 'uploads') return startUpload(world, call);
  if (name === 'me' && edge === undefined) return readMe(world, call, token);
  if (name === 'me' && edge === 'accounts') return listPages(world, call, token);
  const id = name === 'me' ? (token.pageId ?? token.userId) : name;
  const page = findPage(id);
  if (page !== undefined) return servePage(world, page, edge, call, token);
  if (id === WABA.id) return serveWaba(world, edge, call, token);
  const phone = findPhone(id);
  if (phone !== undefined) return servePhone(world, phone, edge, call, token);
  if (edge !== undefined) throw new GraphRefused(803);
  const template = world.templates.get(id);
  if (template !== undefined) return serveTemplate(world, template, call, token);
  const media = world.media.find(id);
  if (media !== undefined && findPhone(media.accountId) !== undefined)
    return serveMedia(world, media, call, token);
  const person = world.people.findOnPages(id);
  if (person === undefined || call.method !== 'GET') throw new GraphRefused(803);
  requireAccount(token, person.accountId);
  return readPerson(world, person, call);
};

const carryOut = (world: World, call: GraphCall): object | Promise<object> => {
  switch (call.path.join('/')) {
    case 'oauth/access_token':
      return exchangeToken(world, call);
    case 'debug_token':
      return debugToken(world, call);
    default:
      return serveObject(world, call);
  }
};

const LOAD = { call_count: 1, total_cputime: 1, total_time: 1 };
/** Headers that tell how much of the hourly limits is used, in percent. */
const usageHeaders = (): Record<string, string> => ({
  'x-app-usage': JSON.stringify(LOAD),
  'x-business-use-case-usage': JSON.stringify({
    [WABA.id]: [{ type: 'whatsapp', ...LOAD, estimated_time_to_regain_access: 0 }],
  }),
  'facebook-api-version': 'v25.0',
  'x-fb-trace-id': randomBytes(8).toString('base64url'),
  'x-fb-request-id': randomBytes(12).toString('base64url'),
});

const answerJson = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      ...usageHeaders(),
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
};

const loseAnswer = (response: ServerResponse, mode: AnswerLost['mode']): void => {
  if (mode === 'drop') response.destroy();
  else {
    const timer = setTimeout(() => response.destroy(), STALL_MS).unref();
    response.once('close', () => clearTimeout(timer));
  }
};

/** Serves the files whose addresses Meta gives out; undefined for any other address. */
const fileAt = (
  world: World,
  url: URL,
  request: IncomingMessage,
): { mimeType: string; bytes: Buffer } | undefined => {
  const [, folder, id = ''] = url.pathname.split('/');
  if (folder === 'pictures') return { mimeType: 'image/png', bytes: PICTURE };
  // The address itself is the secret, as in Meta's delivery network.
  if (folder === 'files') return world.media.shown(id);
  if (url.pathname !== '/whatsapp_business/attachments/') return undefined;
  world.tokens.check(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1], undefined);
  const media = world.media.byAddress(url.searchParams.get('mid') ?? '');
  if (media === undefined) throw new GraphRefused(803);
  return { mimeType: media.mimeType, bytes: world.media.read(media) };
};

const DIALOG = /^(\/v\d{1,3}\.\d)?\/dialog\/oauth$/;

/** Answers a request to the fake Graph API. `url` is relative to its root. */
export const serveGraph = async (
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> => {
  try {
    if (DIALOG.test(url.pathname)) {
      const { status, headers, html } = loginDialog(world, url, USER.name);
      response.writeHead(status, headers).end(html);
      return;
    }
    const file = fileAt(world, url, request);
    if (file !== undefined)
      response
        .writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes.length })
        .end(file.bytes);
    else answerJson(response, 200, await carryOut(world, await readCall(request, url)));
  } catch (error) {
    if (error instanceof AnswerLost) loseAnswer(response, error.mode);
    else if (error instanceof GraphRefused) answerJson(response, error.status, error.body());
    else throw error;
  }
};
