/** The part of libsignal's session cipher that its own declarations leave out. */
declare module 'libsignal/src/session_cipher.js' {
  export interface SessionEntry {
    /** Set until the contact answered the session that our side opened. */
    pendingPreKey?: object;
    /** `closed`: epoch milliseconds; -1 of the one that is written on. */
    indexInfo: { closed: number };
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

  interface Record {
    readonly sessions: { [baseKey: string]: SessionEntry };
    /** Called before each time that the record is stored. */
    removeOldSessions(): void;
  }
  const SessionRecord: {
    prototype: Record;
    createEntry(): { constructor: { deserialize(data: object): SessionEntry } };
  };
  export default SessionRecord;
}
