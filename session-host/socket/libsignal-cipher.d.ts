/** The parts of libsignal that its own declarations leave out. */
declare module 'libsignal/src/session_cipher.js' {
  import type { ProtocolAddress, SignalStorage } from 'libsignal';

  export interface SessionEntry {
    /** Set until the contact answered the session that our side opened. */
    pendingPreKey?: object;
    /** `closed`: epoch milliseconds; -1 of the one that is written on. */
    indexInfo: { closed: number };
    serialize(): object;
  }
  class SessionCipher {
    readonly addr: ProtocolAddress;
    constructor(storage: SignalStorage, address: ProtocolAddress);
    /** Runs a job behind those of the same address. */
    queueJob(job: () => Promise<unknown>): Promise<unknown>;
    hasOpenSession(): Promise<boolean>;
    /** Changes the session as it decrypts, and also where it fails. */
    doDecryptWhisperMessage(message: Buffer, session: SessionEntry | undefined): Promise<Buffer>;
  }
  export default SessionCipher;
}

declare module 'libsignal/src/session_builder.js' {
  import type { SessionBuilder as Declared, ProtocolAddress, SignalStorage } from 'libsignal';

  class SessionBuilder {
    readonly storage: SignalStorage;
    readonly addr: ProtocolAddress;
    constructor(storage: SignalStorage, address: ProtocolAddress);
    /** Opens a session with a device of a contact; stored behind what is done for the same address. */
    initOutgoing(...device: Parameters<Declared['initOutgoing']>): Promise<void>;
  }
  export default SessionBuilder;
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
