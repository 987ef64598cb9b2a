/** The part of libsignal's session cipher that its own declarations leave out. */
declare module 'libsignal/src/session_cipher.js' {
  export interface SessionEntry {
    /** Set until the contact answered the session that our side opened. */
    pendingPreKey?: object;
    serialize(): object;
  }
  class SessionCipher {
    /** Changes the session as it decrypts, and also where it fails. */
    doDecryptWhisperMessage(message: Buffer, session: SessionEntry | undefined): Promise<Buffer>;
  }
  export default SessionCipher;
}

declare module 'libsignal/src/session_record.js' {
  import type { SessionEntry } from 'libsignal/src/session_cipher.js';

  const SessionRecord: { createEntry(): { constructor: { deserialize(data: object): SessionEntry } } };
  export default SessionRecord;
}
