/** The parts of libsignal that its own declarations omit. */
declare module 'libsignal/src/session_cipher.js' {
  import type { ProtocolAddress, SignalStorage } from 'libsignal';

  export interface SessionEntry {
    /** Set until the contact answered the Signal session that our side opened. */
    pendingPreKey?: object;
    /** `closed`: epoch milliseconds; -1 for the Signal session used for writing. */
    indexInfo: { closed: number };
    serialize(): object;
  }
  class SessionCipher {
    readonly addr: ProtocolAddress;
    constructor(storage: SignalStorage, address: ProtocolAddress);
    /** Runs a job after earlier ones of the same address. */
    queueJob(job: () => Promise<unknown>): Promise<unknown>;
    hasOpenSession(): Promise<boolean>;
    /** Changes the Signal session during decryption, even if decryption fails. */
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
    /** Opens a Signal session with a contact's device; stored after earlier jobs of the same address. */
    initOutgoing(...device: Parameters<Declared['initOutgoing']>): Promise<void>;
  }
  export default SessionBuilder;
}

declare module 'libsignal/src/session_record.js' {
  import type { SessionEntry } from 'libsignal/src/session_cipher.js';

  interface Record {
    readonly sessions: { [baseKey: string]: SessionEntry };
    /** Called before each write of the record. */
    removeOldSessions(): void;
  }
  const SessionRecord: {
    prototype: Record;
    createEntry(): { constructor: { deserialize(data: object): SessionEntry } };
  };
  export default SessionRecord;
}
