import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { SignalStorage } from 'libsignal';
import SessionBuilder from 'libsignal/src/session_builder.js';
import SessionCipher from 'libsignal/src/session_cipher.js';
import SessionRecord from 'libsignal/src/session_record.js';

/**
 * Number of Signal sessions kept with each device of a contact: the one used for writing, and earlier ones for
 * delayed messages. libsignal keeps 40, of which only a few exist if sessions last. But Baileys opens a new one with
 * the first send after five minutes: 40 make a row of 49 kB, written with every message, at 98 write units.
 */
const MAX_SESSIONS = 5;

/** Marks the package as patched. The mark is on the package, because a process can load this module several times. */
const MENDED = Symbol.for('prosa.mended');

/**
 * Makes libsignal 6.0.0 leave a Signal session unchanged if a message does not belong to it. libsignal tries a
 * message on one Signal session of a contact after the other. It steps the ratchet of each before it knows whether
 * the message belongs to it, and stores them all together with the matching one. That breaks the Signal session that
 * our side opened a moment ago and that the contact uses next: its next message is unreadable until it is sent again.
 */
const tryOnCopies = (): void => {
  const { prototype } = SessionCipher;
  const decrypt = prototype.doDecryptWhisperMessage;
  const entries = SessionRecord.createEntry().constructor;
  prototype.doDecryptWhisperMessage = async function (message, session) {
    if (session === undefined) return decrypt.call(this, message, session);
    const tried = entries.deserialize(session.serialize());
    const plaintext = await decrypt.call(this, message, tried);
    if (tried.pendingPreKey === undefined) delete session.pendingPreKey;
    Object.assign(session, tried);
    return plaintext;
  };
};

const keepFewSessions = (): void => {
  SessionRecord.prototype.removeOldSessions = function () {
    const closed = Object.entries(this.sessions)
      .filter(([, { indexInfo }]) => indexInfo.closed !== -1)
      .sort(([, a], [, b]) => b.indexInfo.closed - a.indexInfo.closed);
    for (const [baseKey] of closed.slice(MAX_SESSIONS - 1)) delete this.sessions[baseKey];
  };
};

/** Wraps a storage so that its calls run in the async context of its creator instead of the caller's. */
const inOwnContext = (storage: SignalStorage): SignalStorage => {
  const run = AsyncLocalStorage.snapshot();
  return {
    ...storage,
    loadSession: (address) => run(() => storage.loadSession(address)),
    storeSession: (address, record) => run(() => storage.storeSession(address, record)),
  };
};

/**
 * Makes libsignal's jobs for a contact run in the async context of their caller. libsignal runs the jobs of a contact
 * one after the other, for all of our numbers, and in the context of the first one. Baileys keeps its transactions in
 * that context: in another number's context it finds none, and stores the ratchet before the message is in the
 * write-ahead log; in a finished context, its writes are lost.
 */
const keepContexts = (): void => {
  const cipher = SessionCipher.prototype;
  const { queueJob } = cipher;
  cipher.queueJob = function (job) {
    return queueJob.call(this, AsyncResource.bind(job));
  };
  const builder = SessionBuilder.prototype;
  const { initOutgoing } = builder;
  builder.initOutgoing = function (device) {
    return initOutgoing.call(new SessionBuilder(inOwnContext(this.storage), this.addr), device);
  };
};

/**
 * Patches libsignal for the life of the process: a message changes only its own Signal session, few old ones are
 * kept, and transactions of keys do not mix.
 */
export const mendLibsignal = (): void => {
  if (Reflect.has(SessionCipher.prototype, MENDED)) return;
  Reflect.set(SessionCipher.prototype, MENDED, true);
  tryOnCopies();
  keepFewSessions();
  keepContexts();
};
