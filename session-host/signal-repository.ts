import { type BinaryNode, DEFAULT_CONNECTION_CONFIG, type SignalAuthState, type SocketConfig } from 'baileys';
import { type WalEntry, type WriteAheadLog, walId } from './write-ahead-log.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];

export interface WalHook {
  companyId: number;
  connectionId: number;
  /** Undefined while the log is off. */
  wal: WriteAheadLog | undefined;
  me: () => { id: string; lid: string };
}

/**
 * Remembers which stanza a ciphertext came in, and keeps what was decrypted in the write-ahead log before Baileys
 * goes on to send the receipt. Baileys awaits the decryption, and sends the receipt after it: `decryptMessage` for
 * conversations, `decryptGroupMessage` for groups.
 */
export class DecryptionLog {
  private readonly stanzas = new WeakMap<object, BinaryNode>();
  private readonly hook: WalHook;

  constructor(hook: WalHook) {
    this.hook = hook;
  }

  /** Called for every frame, before Baileys reads it. */
  see = (frame: unknown): void => {
    if (!isMessage(frame) || !Array.isArray(frame.content)) return;
    for (const { content } of frame.content)
      if (content instanceof Uint8Array) this.stanzas.set(content, frame);
  };

  makeRepository: MakeRepository = (auth, logger, toLid) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, toLid);
    return {
      ...repository,
      decryptMessage: (options) =>
        inTransaction(auth, options.jid, async () =>
          this.keep(options.ciphertext, await repository.decryptMessage(options)),
        ),
      decryptGroupMessage: (options) =>
        inTransaction(auth, options.group, async () =>
          this.keep(options.msg, await repository.decryptGroupMessage(options)),
        ),
    };
  };

  private async keep(ciphertext: Uint8Array, plaintext: Uint8Array): Promise<Uint8Array> {
    const { wal, companyId, connectionId } = this.hook;
    const stanza = this.stanzas.get(ciphertext);
    const stanzaId = stanza?.attrs.id;
    if (wal === undefined || stanza === undefined || stanzaId === undefined) return plaintext;
    const { id: meId, lid: meLid } = this.hook.me();
    const entry: WalEntry = {
      companyId,
      connectionId,
      attrs: stanza.attrs,
      meId,
      meLid,
      plaintext: Buffer.from(plaintext).toString('base64'),
      receivedAt: Date.now(),
    };
    await wal.append(walId(entry, stanzaId), entry);
    return plaintext;
  }
}

/**
 * The ratchet's new state is committed only after the plaintext is on disk: the other way round, a death in between
 * would leave a message that WhatsApp sends again and nobody can decrypt.
 */
const inTransaction = <T>(auth: SignalAuthState, key: string, work: () => Promise<T>): Promise<T> =>
  'transaction' in auth.keys ? auth.keys.transaction(work, key) : work();

const isMessage = (frame: unknown): frame is BinaryNode =>
  typeof frame === 'object' &&
  frame !== null &&
  'tag' in frame &&
  frame.tag === 'message' &&
  'attrs' in frame;
