import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionExample as user } from '../session/session-example.ts';
import { closeSession, openSession, sessionStore } from '../session/session-store.ts';
import { call } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { buildUrl } from './build-url.ts';

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });
type Server = (url: string, init: RequestInit) => Response;
const serve = (server: Server) => {
  const mock = vi.fn(async (url: string, init: RequestInit) => server(url, init));
  vi.stubGlobal('fetch', mock);
  return mock;
};
const tokenOf = (init: RequestInit): string | null => new Headers(init.headers).get('authorization');
const expired = () => json(403, { error: 'ERR_SESSION_EXPIRED' });
const isRefresh = (url: string): boolean => url.endsWith('/auth/refresh_token');

beforeEach(() => openSession({ token: 'old', user }));
afterEach(() => {
  vi.unstubAllGlobals();
  closeSession();
});

describe('buildUrl', () => {
  it('adds parameters, and lists as JSON', () => {
    expect(buildUrl('/tickets/u/{uuid}', { uuid: 'a/b' }, undefined)).toBe('/api/tickets/u/a%2Fb');
    expect(
      buildUrl('/tickets', undefined, {
        queueIds: [1, 2],
        showAll: false,
        searchParam: '',
        status: undefined,
      }),
    ).toBe('/api/tickets?queueIds=%5B1%2C2%5D&showAll=false&searchParam=');
  });
});

describe('API call', () => {
  it('sends the access token and the header that foreign pages cannot send', async () => {
    const fetched = serve(() => json(200, []));
    await expect(call(queueRoutes.list, {})).resolves.toEqual([]);
    const headers = new Headers(fetched.mock.calls[0]?.[1].headers);
    expect(headers.get('authorization')).toBe('Bearer old');
    expect(headers.get('x-prosa-client')).toBe('web');
  });

  it('rejects a response that does not match the schema', async () => {
    serve(() => json(200, { queues: [] }));
    await expect(call(queueRoutes.list, {})).rejects.toThrow('queues.list answered another shape');
  });

  it('refreshes an expired access token once for all calls, and repeats them', async () => {
    const fetched = serve((url, init) => {
      if (isRefresh(url)) return json(200, { token: 'new', user });
      return tokenOf(init) === 'Bearer new' ? json(200, []) : expired();
    });
    await Promise.all([call(queueRoutes.list, {}), call(queueRoutes.list, {}), call(queueRoutes.list, {})]);
    expect(fetched.mock.calls.filter(([url]) => isRefresh(url))).toHaveLength(1);
    expect(sessionStore.getState().token).toBe('new');
  });

  it('repeats a call only once', async () => {
    const fetched = serve((url) => (isRefresh(url) ? json(200, { token: 'new', user }) : expired()));
    await expect(call(queueRoutes.list, {})).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' });
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('is not repeated when the permission is refused', async () => {
    const fetched = serve(() => json(403, { error: 'ERR_NO_PERMISSION' }));
    await expect(call(queueRoutes.list, {})).rejects.toMatchObject({
      code: 'ERR_NO_PERMISSION',
      status: 403,
    });
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(sessionStore.getState().status).toBe('signed-in');
  });

  it('signs out when the refresh is refused', async () => {
    serve((url) => (isRefresh(url) ? json(401, { error: 'ERR_UNAUTHENTICATED' }) : expired()));
    await expect(call(queueRoutes.list, {})).rejects.toMatchObject({ status: 401 });
    expect(sessionStore.getState()).toMatchObject({ status: 'signed-out', token: null, ended: 'expired' });
  });

  it('stays signed in when the server cannot be reached', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async (url: string) => {
        if (isRefresh(url)) throw new TypeError('fetch failed');
        return expired();
      }),
    );
    await expect(call(queueRoutes.list, {})).rejects.toMatchObject({ code: 'ERR_NETWORK', status: 0 });
    expect(sessionStore.getState().status).toBe('signed-in');
  });

  it('keeps the conflicting ticket of a response that has its JSON text in place of the code', async () => {
    const details = { id: 3 };
    serve(() => json(409, { error: JSON.stringify(details), code: 'ERR_OTHER_OPEN_TICKET', details }));
    const failed = await call(ticketRoutes.create, { body: { contactId: 1 } }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', details });
  });
});
