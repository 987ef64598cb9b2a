import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionExample } from '../../lib/session/session-example.ts';
import { ticketExample } from '../tickets/ticket-example.ts';
import { messageExample } from './message-example.ts';

const upload = vi.hoisted(() => vi.fn());
vi.mock('../files/upload-file.ts', () => ({ uploadFile: upload }));

const USER_ID = 10;
const AT = '2026-11-20T12:00:00.000Z';
const ticket = ticketExample(1);
const until = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000, interval: 5 });

const memoryStorage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

interface Sent {
  clientId: string;
  body: string;
  mediaKeys: string[];
  quotedMsg?: string;
}
const network = vi.fn<(sent: Sent) => Promise<Response>>();
const sentBodies = (): Sent[] => network.mock.calls.map(([sent]) => sent);
const accept = async ({ clientId, body }: Sent): Promise<Response> =>
  Response.json({ messages: [messageExample('1.1.1', AT, { clientId, body, fromMe: true })] });
const refuse = async (): Promise<Response> => {
  throw new TypeError('no network');
};

/** Loads the modules anew, as after a page load. */
const load = async () => {
  vi.resetModules();
  const { sessionStore } = await import('../../lib/session/session-store.ts');
  const pending = await import('./pending-messages.ts');
  const { discardPending, pendingMessages } = await import('./pending-store.ts');
  const signIn = (id: number) => sessionStore.setState({ user: { ...sessionExample, id } });
  signIn(USER_ID);
  return { ...pending, discardPending, waiting: pendingMessages, signIn };
};
const isHeldUp = (tab: { waiting: () => readonly { isWaiting: boolean }[] }) =>
  until(() => expect(tab.waiting()[0]?.isWaiting).toBe(true));

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => network(JSON.parse(String(init.body))));
  upload.mockReset();
  network.mockReset().mockImplementation(accept);
});
afterEach(() => vi.unstubAllGlobals());

describe('pending message', () => {
  it('is shown immediately, and removed when the server has stored it', async () => {
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'Olá' }, new Date(AT));
    expect(tab.waiting()).toMatchObject([{ body: 'Olá', error: null, createdAt: AT }]);
    await until(() => expect(tab.waiting()).toEqual([]));
    expect(sentBodies()).toMatchObject([{ body: 'Olá', mediaKeys: [] }]);
  });

  it('keeps its client id on every retry', async () => {
    network.mockImplementationOnce(refuse);
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'Olá' });
    await isHeldUp(tab);
    tab.deliverWaiting(USER_ID);
    await until(() => expect(tab.waiting()).toEqual([]));
    const [first, second, ...more] = sentBodies();
    expect(second?.clientId).toBe(first?.clientId);
    expect(more).toEqual([]);
  });

  it('is not sent twice at the same time', async () => {
    const answer = Promise.withResolvers<Response>();
    network.mockImplementationOnce(() => answer.promise);
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'Olá' });
    tab.deliverWaiting(USER_ID);
    tab.deliverWaiting(USER_ID);
    const [sent] = sentBodies();
    if (sent === undefined) throw new Error('nothing was sent');
    answer.resolve(await accept(sent));
    await until(() => expect(tab.waiting()).toEqual([]));
    expect(network).toHaveBeenCalledTimes(1);
  });

  it('survives a reload and is sent with the same client id', async () => {
    network.mockImplementationOnce(refuse);
    const before = await load();
    before.sendMessage(ticket, USER_ID, { body: 'Olá', signed: true });
    await isHeldUp(before);

    const after = await load();
    expect(after.waiting()).toMatchObject([{ body: 'Olá', signed: true, ticketUuid: ticket.uuid }]);
    after.deliverWaiting(USER_ID);
    await until(() => expect(after.waiting()).toEqual([]));
    expect(new Set(sentBodies().map(({ clientId }) => clientId)).size).toBe(1);
    expect((await load()).waiting()).toEqual([]);
  });

  it("is never sent under another user's sign-in session", async () => {
    network.mockImplementationOnce(refuse);
    const mine = await load();
    mine.sendMessage(ticket, USER_ID, { body: 'Olá' });
    await isHeldUp(mine);

    const theirs = await load();
    theirs.signIn(USER_ID + 1);
    theirs.deliverWaiting(USER_ID + 1);
    theirs.deliverWaiting(USER_ID);
    expect(network).toHaveBeenCalledTimes(1);
    expect(theirs.waiting()).toHaveLength(1);
  });

  it('stays with its error after a refusal until the user discards it', async () => {
    network.mockImplementation(async () => Response.json({ error: 'ERR_NO_WAPP_FOUND' }, { status: 404 }));
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'Olá' });
    await until(() => expect(tab.waiting()[0]?.error).toBe('ERR_NO_WAPP_FOUND'));
    tab.deliverWaiting(USER_ID);
    expect(network).toHaveBeenCalledTimes(1);
    tab.discardPending(tab.waiting()[0]?.clientId ?? '');
    expect(tab.waiting()).toEqual([]);
    expect((await load()).waiting()).toEqual([]);
  });

  it('includes the id of the quoted message', async () => {
    const tab = await load();
    const quoted = {
      id: '1.1.0',
      body: 'Oi',
      fromMe: false,
      mediaType: 'extendedTextMessage',
      mediaUrl: null,
      contact: { name: 'Maria' },
    } as const;
    tab.sendMessage(ticket, USER_ID, { body: 'Olá', quoted });
    await until(() => expect(tab.waiting()).toEqual([]));
    expect(sentBodies()[0]?.quotedMsg).toBe('1.1.0');
  });
});

describe('messages typed while the network is down', () => {
  const texts = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis'];

  it('are sent in the order typed, one at a time per ticket, regardless of response times', async () => {
    network.mockImplementation(refuse);
    const tab = await load();
    const other = ticketExample(2);
    for (const body of texts) {
      tab.sendMessage(ticket, USER_ID, { body });
      tab.sendMessage(other, USER_ID, { body: `${body} (outro)` });
    }
    await until(() =>
      expect(tab.waiting().every(({ isWaiting, error }) => isWaiting && error === null)).toBe(true),
    );
    network.mockReset();

    const arrived: string[] = [];
    let atOnce = 0;
    let most = 0;
    network.mockImplementation(async (sent) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      // Later messages would be answered faster.
      await new Promise((resolve) => setTimeout(resolve, 2 * (texts.length - arrived.length / 2)));
      arrived.push(sent.body);
      atOnce -= 1;
      return accept(sent);
    });
    tab.deliverWaiting(USER_ID);
    tab.deliverWaiting(USER_ID);
    await until(() => expect(tab.waiting()).toEqual([]));
    expect(arrived.filter((body) => !body.includes('outro'))).toEqual(texts);
    expect(arrived.filter((body) => body.includes('outro'))).toEqual(texts.map((body) => `${body} (outro)`));
    expect(most).toBe(2);
  });

  it('wait for earlier messages, and block later ones', async () => {
    network.mockImplementation(refuse);
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'um' });
    await isHeldUp(tab);
    tab.sendMessage(ticket, USER_ID, { body: 'dois' });
    expect(tab.waiting()).toMatchObject([{ isWaiting: true }, { body: 'dois', isWaiting: true }]);
    await until(() => expect(network).toHaveBeenCalledTimes(2));
    expect(sentBodies().map(({ body }) => body)).toEqual(['um', 'um']);
  });

  it('are not blocked by a refused message', async () => {
    network.mockImplementation(async (sent) =>
      sent.body === 'um' ? Response.json({ error: 'ERR_NO_WAPP_FOUND' }, { status: 404 }) : accept(sent),
    );
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'um' });
    tab.sendMessage(ticket, USER_ID, { body: 'dois' });
    await until(() => expect(sentBodies()).toHaveLength(2));
    await until(() => expect(tab.waiting()).toMatchObject([{ body: 'um', error: 'ERR_NO_WAPP_FOUND' }]));
    network.mockImplementation(accept);
    await tab.deliverPending(tab.waiting()[0]?.clientId ?? '');
    expect(tab.waiting()).toEqual([]);
  });

  it('wait while the server is temporarily unavailable', async () => {
    network.mockImplementationOnce(async () => new Response('', { status: 503 }));
    const tab = await load();
    tab.sendMessage(ticket, USER_ID, { body: 'um' });
    await isHeldUp(tab);
    tab.deliverWaiting(USER_ID);
    await until(() => expect(tab.waiting()).toEqual([]));
  });
});

describe('file of a pending message', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' });

  it('reports its progress, is sent by its key, and is not kept over a reload', async () => {
    const tab = await load();
    const sent = Promise.withResolvers<string>();
    upload.mockImplementation((_file: File, _signal: AbortSignal, onProgress: (share: number) => void) => {
      onProgress(0.5);
      return sent.promise;
    });
    tab.sendMessage(ticket, USER_ID, { body: '', file: { file, voice: false } });
    expect(tab.waiting()[0]?.file?.progress).toBe(0.5);
    expect((await load()).waiting()).toEqual([]);
    sent.resolve('uploads/1/a');
    await until(() => expect(tab.waiting()).toEqual([]));
    expect(sentBodies()).toMatchObject([{ mediaKeys: ['uploads/1/a'] }]);
  });

  it('is uploaded only once: the retry after a lost response sends the same key', async () => {
    const tab = await load();
    upload.mockResolvedValueOnce('uploads/1/a').mockResolvedValueOnce('uploads/1/b');
    network.mockImplementationOnce(refuse);
    tab.sendMessage(ticket, USER_ID, { body: '', file: { file, voice: false } });
    await isHeldUp(tab);
    tab.deliverWaiting(USER_ID);
    await until(() => expect(tab.waiting()).toEqual([]));
    const [first, second] = sentBodies();
    expect(second).toEqual(first);
  });

  it('is removed completely when cancelled', async () => {
    const tab = await load();
    upload.mockImplementation(
      (_file: File, signal: AbortSignal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    tab.sendMessage(ticket, USER_ID, { body: '', file: { file, voice: false } });
    tab.discardPending(tab.waiting()[0]?.clientId ?? '');
    expect(tab.waiting()).toEqual([]);
    await expect(upload.mock.results[0]?.value).rejects.toMatchObject({ name: 'AbortError' });
    expect(network).not.toHaveBeenCalled();
  });
});
