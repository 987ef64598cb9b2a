import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  type SignalRepositoryWithLIDStore,
} from 'baileys';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TEST_KEYS } from '../testing/harness.ts';
import { WriteAheadLog, walId } from '../write-ahead-log/write-ahead-log.ts';
import { baileysLogger } from './baileys-logger.ts';
import { DecryptionLog } from './signal-repository.ts';

const REF = { companyId: 1, connectionId: 2 };
const WRITER = '5511988887777@s.whatsapp.net';
const GROUP = '120363000000000001@g.us';
const KEY = new Uint8Array([1]);
const MESSAGE = new Uint8Array([2]);
/** A first message of a person in a group, which carries the key that decrypts it. */
const STANZA: BinaryNode = {
  tag: 'message',
  attrs: { id: 'stanza', from: GROUP, participant: WRITER, t: '1790000000', type: 'text' },
  content: [
    { tag: 'enc', attrs: { type: 'pkmsg', v: '2' }, content: KEY },
    { tag: 'enc', attrs: { type: 'skmsg', v: '2' }, content: MESSAGE },
    { tag: 'device-identity', attrs: {}, content: new Uint8Array([3]) },
  ],
};

let folder: string;
let wal: WriteAheadLog;
let opened: [string, boolean][];
let decryptions: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signal-'));
  wal = await WriteAheadLog.open(join(folder, 'log'), TEST_KEYS);
  opened = [];
  decryptions = 0;
});
afterEach(async () => {
  await wal.close();
  rmSync(folder, { recursive: true });
});

const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG;
afterEach(() => Object.assign(DEFAULT_CONNECTION_CONFIG, { makeSignalRepository }));

const WAITS = { chat: GROUP, behind: ['earlier'] };

/** Returns a socket that decrypts each ciphertext once, one after the other. */
const openSocket = (): Pick<SignalRepositoryWithLIDStore, 'decryptMessage' | 'decryptGroupMessage'> => {
  const decrypt = async (): Promise<Uint8Array> => Buffer.from(`plaintext ${++decryptions}`);
  const repository = { decryptMessage: decrypt, decryptGroupMessage: decrypt, lidMapping: {} };
  Object.assign(DEFAULT_CONNECTION_CONFIG, { makeSignalRepository: () => repository });
  const log = new DecryptionLog({
    ...REF,
    wal,
    me: () => ({ id: '5511900000000:1@s.whatsapp.net', lid: '111:1@lid' }),
    commitNow: async () => undefined,
    onOpened: (id, isDuplicate) => opened.push([id, isDuplicate]),
    waitsOf: () => WAITS,
    onStuck: () => undefined,
  });
  log.see(STANZA);
  const keys = { get: async () => ({}), set: async () => undefined };
  return log.makeRepository({ creds: initAuthCreds(), keys }, baileysLogger(REF));
};
const openKey = (socket: ReturnType<typeof openSocket>) =>
  socket.decryptMessage({ jid: WRITER, type: 'pkmsg', ciphertext: KEY });
const openMessage = (socket: ReturnType<typeof openSocket>) =>
  socket.decryptGroupMessage({ group: GROUP, authorJid: WRITER, msg: MESSAGE });

it('an entry of the log names the undecrypted stanzas that its message waits for', async () => {
  const socket = openSocket();
  await openKey(socket);
  await openMessage(socket);
  expect([...wal.unheld().values()].map(({ waits }) => waits)).toEqual([WAITS]);
});

it('a stanza counts as decrypted with its message, not with the key before it', async () => {
  const socket = openSocket();
  await openKey(socket);
  expect(opened).toEqual([]);
  expect(wal.size).toBe(0);
  await openMessage(socket);
  expect(opened).toEqual([['stanza', false]]);
  expect(wal.get(walId(REF, 'stanza'))).toMatchObject({
    plaintext: Buffer.from('plaintext 2').toString('base64'),
  });
});

it('a key that was decrypted before its stream ended decrypts again to the same', async () => {
  const first = await openKey(openSocket());
  const again = openSocket();
  expect(Buffer.from(await openKey(again))).toEqual(Buffer.from(first));
  await openMessage(again);
  expect(decryptions).toBe(2);
  expect(opened).toEqual([['stanza', false]]);
});
