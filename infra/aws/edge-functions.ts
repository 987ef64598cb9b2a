import { TRAILING_SLASH } from '@prosa/shared/contracts/route.ts';
import { MEDIA_CACHE_CONTROL, NOT_STORED } from '../security-headers.ts';
import { VIEWER_ADDRESS_HEADER } from './settings.ts';

/**
 * Code of CloudFront functions (runtime 2.0: ECMAScript 5.1 with parts of later versions; an invariant test rejects
 * unsupported syntax). They run on every request, cached or not.
 */

/** Rewrites paths of the app's screens to the app's page; leaves paths of files unchanged. */
export const APP_ROUTER = `
function handler(event) {
  var request = event.request;
  var last = request.uri.split('/').pop();
  if (last.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}
`;

/**
 * Overwrites the viewer address header with the real address of the caller. Removes the slash at the end of a path,
 * because API Gateway would need a separate route for it.
 */
export const API_CALL = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(${TRAILING_SLASH}, '');
  request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;

/**
 * Returns the function that checks links to files by the same rule as `functions/platform/blob/media-link.ts`, which
 * signs them.
 */
export const mediaGuard = (key: string, revision = '1'): string => `
// ${revision}
var crypto = require('crypto');
var KEY = Buffer.from('${key}', 'base64url');
var REFUSED = { statusCode: 403, statusDescription: 'Forbidden', headers: { 'cache-control': { value: '${NOT_STORED}' } } };
function equal(a, b) {
  if (a.length !== b.length) return false;
  var difference = 0;
  for (var i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
function handler(event) {
  var request = event.request;
  var file = /^\\/media\\/(t\\/[1-9][0-9]*\\/[A-Za-z0-9_-]+)$/.exec(request.uri);
  var expires = request.querystring.e;
  var given = request.querystring.s;
  if (!file || !expires || !given || !/^[0-9]{10}$/.test(expires.value)) return REFUSED;
  if (Number(expires.value) * 1000 <= Date.now()) return REFUSED;
  var expected = crypto.createHmac('sha256', KEY).update(file[1] + '?e=' + expires.value).digest('base64url');
  if (!equal(expected, given.value)) return REFUSED;
  request.uri = '/' + file[1];
  request.querystring = {};
  return request;
}
`;

/**
 * Lets the reader's browser cache a file. CloudFront runs it on no error of the origin, so that an error keeps the
 * \`no-store\` of the headers policy.
 */
export const MEDIA_CACHING = `
function handler(event) {
  var response = event.response;
  response.headers['cache-control'] = { value: '${MEDIA_CACHE_CONTROL}' };
  return response;
}
`;
