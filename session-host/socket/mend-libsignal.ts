import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { SignalStorage } from 'libsignal';
import SessionBuilder from 'libsignal/src/session_builder.js';
import SessionCipher from 'libsignal/src/session_cipher.js';
import SessionRecord from 'libsignal/src/session_record.js';

/**
 * Sessions kept with each device of a contact: the one that is written on, and those before it, for messages that were on
 * their way. libsignal keeps 40, which are never more than a few where a session lasts. Baileys opens one anew with the first
 * send after five minutes: 40 make a row of 49 kB, written with every message, at 98 write units.
 */
const MAX_SESSIONS = 5;

let isMended = false;

/**
 * Makes libsignal 6.0.0 leave a session as it is where a message does not fit it. It tries a message on one session of a contact
 * after the other, steps the ratchet of each before it knows whether the message is of that session, and stores them all
 * with the one that fits. That breaks the session which our side opened a moment ago and on which the contact writes next.
 * The next message cannot be read then until it is sent again.
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

/** A storage that is asked in the context of whoever made it so, whoever calls it. */
const inOwnContext = (storage: SignalStorage): SignalStorage => {
  const run = AsyncLocalStorage.snapshot();
  return {
    ...storage,
    loadSession: (address) => run(() => storage.loadSession(address)),
    storeSession: (address, record) => run(() => storage.storeSession(address, record)),
  };
};

/**
 * Makes what libsignal does for a contact run in the asynchronous context of whoever asked for it. libsignal does one thing
 * after the other for each contact, whichever of our numbers it is for, and in the context of what came first. Baileys
 * keeps its transactions in that context: in another number's it finds none, and stores the ratchet before the message is
 * in the write-ahead log; in one that is over, what it stores is lost.
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
 * Changes libsignal for the life of the process: a message changes no session but its own, few old ones are kept, and each
 * transaction of keys keeps to itself.
 */
export const mendLibsignal = (): void => {
  if (isMended) return;
  isMended = true;
  tryOnCopies();
  keepFewSessions();
  keepContexts();
};
