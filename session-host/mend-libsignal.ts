import SessionCipher from 'libsignal/src/session_cipher.js';
import SessionRecord from 'libsignal/src/session_record.js';

let isMended = false;

/**
 * Makes libsignal 6.0.0 leave a session as it is where a message does not fit it. It tries a message on one session of a contact
 * after the other, steps the ratchet of each before it knows whether the message is of that session, and stores them all
 * with the one that fits. That breaks the session which our side opened a moment ago and on which the contact writes next: Baileys opens
 * one anew whenever it asked for a contact's devices, every five minutes. The next message cannot be read then until it is
 * sent again.
 */
export const mendLibsignal = (): void => {
  if (isMended) return;
  isMended = true;
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
