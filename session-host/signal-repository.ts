import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  isJidGroup,
  type SignalAuthState,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
} from 'baileys';
import { isBroadcastList, numberOf } from './identities.ts';
import { placeholderEvents, standsForMessage } from './placeholders.ts';
import { type WriteAheadLog, walId } from './write-ahead-log.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];

export interface WalHook {
  companyId: number;
  connectionId: number;
  /** Undefined while the log is off. */
  wal: WriteAheadLog | undefined;
  me: () => { id: string; lid: string };
}

/**
 * Remembers which stanza a ciphertext came in, and keeps what was decrypted, or the placeholder of what was not, in the
 * write-ahead log before Baileys goes on to send the receipt. Baileys awaits the decryption, and sends the receipt after it: `decryptMessage` for
 * conversations, `decryptGroupMessage` for groups.
 */
export class DecryptionLog {
  private static readonly decrypting = new AsyncLocalStorage<boolean>();

  /**
   * While a message is decrypted that the log already has, its ratchet may be stored a little later, together with
   * those of the next messages: after a death the older ratchet still opens what follows, as for messages out of order.
   */
  static readonly deferral = { isActive: (): boolean => DecryptionLog.decrypting.getStore() === true };

  private readonly stanzas = new WeakMap<object, BinaryNode>();
  private readonly hook: WalHook;

  constructor(hook: WalHook) {
    this.hook = hook;
  }

  /** Called for every frame, before Baileys reads it. */
  see = (frame: unknown): void => {
    if (!isStanza(frame, 'message') || !Array.isArray(frame.content)) return;
    for (const { content } of frame.content)
      if (content instanceof Uint8Array) this.stanzas.set(content, frame);
  };

  makeRepository: MakeRepository = (auth, logger, toLid) => {
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, logger, toLid);
    return {
      ...repository,
      decryptMessage: (options) =>
        this.logged(auth, () =>
          this.keep(repository, options.ciphertext, () => repository.decryptMessage(options)),
        ),
      decryptGroupMessage: (options) =>
        this.logged(auth, () =>
          this.keep(repository, options.msg, () => repository.decryptGroupMessage(options)),
        ),
    };
  };

  /**
   * The ratchet's new state is committed only after the plaintext is on disk: the other way round, a death in between
   * would leave a message that WhatsApp sends again and nobody can decrypt.
   *
   * Baileys sends in a transaction of the account's own name. Decryption shares it: of two transactions on one ratchet, the
   * one that is committed last would undo the other, and the next message be encrypted with a key that was used before.
   */
  private logged<T>(auth: SignalAuthState, work: () => Promise<T>): Promise<T> {
    const { keys } = auth;
    const run = (): Promise<T> =>
      'transaction' in keys ? keys.transaction(work, this.hook.me().id) : work();
    return this.hook.wal === undefined ? run() : DecryptionLog.decrypting.run(true, run);
  }

  private async keep(
    { lidMapping }: SignalRepositoryWithLIDStore,
    ciphertext: Uint8Array,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { wal, companyId, connectionId, me } = this.hook;
    const stanza = this.stanzas.get(ciphertext);
    const stanzaId = stanza?.attrs.id;
    if (wal === undefined || stanza === undefined || stanzaId === undefined) return decrypt();
    const ref = { companyId, connectionId };
    const id = walId(ref, stanzaId);
    const named = async (): Promise<BinaryNode> => ({
      ...stanza,
      attrs: await withNumber(lidMapping, stanza.attrs),
    });
    try {
      const plaintext = await decrypt();
      const { attrs } = await named();
      const { id: meId, lid: meLid } = me();
      const encoded = Buffer.from(plaintext).toString('base64');
      await wal.append(id, { ...ref, attrs, meId, meLid, plaintext: encoded, receivedAt: Date.now() });
      return plaintext;
    } catch (error) {
      if (standsForMessage(stanza, error))
        for (const told of placeholderEvents(await named(), me(), ref))
          await wal.append(id, { ...ref, ...told });
      throw error;
    }
  }
}

/** Whether a frame is a stanza of a kind; those of the handshake are bytes. */
export const isStanza = (frame: unknown, tag: string): frame is BinaryNode =>
  typeof frame === 'object' && frame !== null && 'tag' in frame && frame.tag === tag && 'attrs' in frame;

type Attributes = BinaryNode['attrs'];

/** The number of whoever a stanza names by an opaque id alone: who replays it cannot ask any more. */
const withNumber = async (
  numbers: SignalRepositoryWithLIDStore['lidMapping'],
  attrs: Attributes,
): Promise<Attributes> => {
  const { participant_pn, sender_pn, peer_recipient_pn, from = '' } = attrs;
  if (participant_pn ?? sender_pn ?? peer_recipient_pn) return attrs;
  const isShared = isJidGroup(from) === true || isBroadcastList(from);
  const number = await numberOf(numbers, isShared ? attrs.participant : (attrs.recipient ?? from));
  return number === undefined ? attrs : { ...attrs, [isShared ? 'participant_pn' : 'sender_pn']: number };
};
