import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  isJidGroup,
  type SignalAuthState,
  type SignalDataSet,
  type SignalRepositoryWithLIDStore,
  type SocketConfig,
} from 'baileys';
import { isBroadcastList, numberOf } from '../inbound/identities.ts';
import { isDuplicate, placeholderEvents, standsForMessage } from '../inbound/placeholders.ts';
import {
  digestOf,
  type Waits,
  type WalEntry,
  type WriteAheadLog,
  walId,
} from '../write-ahead-log/write-ahead-log.ts';
import { SocketEnded } from './socket-keys.ts';

type MakeRepository = SocketConfig['makeSignalRepository'];

export interface WalHook {
  companyId: number;
  connectionId: number;
  /** Undefined if the log is switched off. */
  wal: WriteAheadLog | undefined;
  me: () => { id: string; lid: string };
  /** Commits ratchets before their transaction. */
  commitNow: (data: SignalDataSet) => Promise<void>;
  /** Called when a stanza was decrypted, or could not be. `isDuplicate`: it was decrypted before. */
  onOpened: (stanzaId: string, isDuplicate: boolean) => void;
  /** Returns the stanzas that a message waits for, to store them in case this process dies before passing it on. */
  waitsOf: (stanzaId: string) => Waits | undefined;
  /** Called when the log does not accept an entry, before Baileys can acknowledge the message. */
  onStuck: (what: string) => void;
}

/**
 * The Signal repository of one socket. It remembers the stanza of each ciphertext. It writes the decrypted message,
 * or its placeholder, to the write-ahead log before Baileys sends the receipt: Baileys awaits the decryption and
 * sends the receipt after it. `decryptMessage` is for conversations, `decryptGroupMessage` for groups.
 */
export class DecryptionLog {
  private static readonly decrypting = new AsyncLocalStorage<boolean>();
  private static readonly encrypting = new AsyncLocalStorage<boolean>();

  /**
   * While a message is decrypted that is already in the log, its ratchet may be stored a little later, together with
   * those of the next messages: after a crash the older ratchet still decrypts later messages, as with messages out
   * of order.
   */
  static readonly deferral = { isActive: (): boolean => DecryptionLog.decrypting.getStore() === true };

  private readonly stanzas = new WeakMap<object, BinaryNode>();
  private readonly hook: WalHook;
  private readonly running = new Set<Promise<unknown>>();
  private isEnded = false;

  constructor(hook: WalHook) {
    this.hook = hook;
  }

  /** Reads every frame before Baileys does. */
  see = (frame: unknown): void => {
    if (!isStanza(frame, 'message')) return;
    for (const ciphertext of ciphertextsOf(frame)) this.stanzas.set(ciphertext, frame);
  };

  makeRepository: MakeRepository = (auth, logger, toLid) => {
    const keys = { ...auth.keys, set: (data: SignalDataSet) => this.setKeys(auth, data) };
    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ ...auth, keys }, logger, toLid);
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
      processSenderKeyDistributionMessage: (options) =>
        this.counted(() => repository.processSenderKeyDistributionMessage(options)),
      encryptMessage: (options) =>
        DecryptionLog.encrypting.run(true, () => repository.encryptMessage(options)),
      encryptGroupMessage: (options) =>
        DecryptionLog.encrypting.run(true, () => repository.encryptGroupMessage(options)),
    };
  };

  /**
   * Called when the socket has ended. Decrypts nothing more, because WhatsApp gets no receipt and redelivers it.
   * Resolves when everything begun is in the log.
   */
  async end(): Promise<void> {
    this.isEnded = true;
    while (this.running.size > 0) {
      await Promise.allSettled(this.running);
      // A group's message is decrypted after the key in the same stanza.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    const run = work();
    this.running.add(run);
    try {
      return await run;
    } finally {
      this.running.delete(run);
    }
  }

  /**
   * Writes the ratchet of an outgoing message first. Baileys commits it after the message has left; a crash in
   * between would encrypt the next message with a used key, and leave the recipient's answers undecryptable.
   */
  private async setKeys({ keys }: SignalAuthState, data: SignalDataSet): Promise<void> {
    await keys.set(data);
    if (DecryptionLog.encrypting.getStore() !== true) return;
    const { session, 'sender-key': senderKey } = data;
    if (session !== undefined) await this.hook.commitNow({ session });
    if (senderKey !== undefined) await this.hook.commitNow({ 'sender-key': senderKey });
  }

  /**
   * Commits the ratchet's new state only after the plaintext is on disk. In the other order, a crash in between would
   * leave a message that WhatsApp redelivers and that can never be decrypted.
   *
   * Decryption shares the transaction of sending, which Baileys names after the account. With two transactions on one
   * ratchet, the later commit would undo the other, and the next message would be encrypted with a used key.
   */
  private logged<T>(auth: SignalAuthState, work: () => Promise<T>): Promise<T> {
    const { keys } = auth;
    const run = (): Promise<T> =>
      'transaction' in keys ? keys.transaction(work, this.hook.me().id) : work();
    return this.counted(() =>
      this.hook.wal === undefined ? run() : DecryptionLog.decrypting.run(true, run),
    );
  }

  /**
   * Decrypts into the log. A stanza that is redelivered after a lost receipt gets the plaintext of the first time:
   * its key is used up, but Baileys can now acknowledge it, and read the sender key that it may carry.
   */
  private async keep(
    { lidMapping }: SignalRepositoryWithLIDStore,
    ciphertext: Uint8Array,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { wal, companyId, connectionId, me, onOpened } = this.hook;
    if (this.isEnded) throw new SocketEnded({ companyId, connectionId });
    const stanza = this.stanzas.get(ciphertext);
    const stanzaId = stanza?.attrs.id;
    if (stanza === undefined || stanzaId === undefined) return decrypt();
    const ref = { companyId, connectionId };
    const digest = digestOf(stanzaId, ciphertext);
    // The stanza is complete with the last of its ciphertexts, because a group's message may follow the key that
    // decrypts it.
    const isWhole = ciphertextsOf(stanza).at(-1) === ciphertext;
    const known = wal?.openedBefore(walId(ref, stanzaId), ref, digest);
    if (known !== undefined) {
      if (isWhole) onOpened(stanzaId, false);
      return Buffer.from(known, 'base64');
    }
    const named = async (): Promise<BinaryNode> => ({
      ...stanza,
      attrs: await withNumber(lidMapping, stanza.attrs),
    });
    let plaintext: Uint8Array;
    try {
      plaintext = await decrypt();
    } catch (error) {
      if (!isWhole) throw error;
      // An entry exists if the stanza was delivered before, and holds its message.
      if (
        !isDuplicate(error) &&
        !(error instanceof SocketEnded) &&
        standsForMessage(stanza) &&
        wal?.has(walId(ref, stanzaId)) !== true
      )
        for (const told of placeholderEvents(await named(), me(), ref))
          await this.append(stanzaId, { ...ref, ...told, ...this.waits(stanzaId) });
      onOpened(stanzaId, isDuplicate(error));
      throw error;
    }
    const { attrs } = await named();
    const { id: meId, lid: meLid } = me();
    const encoded = Buffer.from(plaintext).toString('base64');
    const entry = { ...ref, attrs, meId, meLid, plaintext: encoded, digest, receivedAt: Date.now() };
    if (isWhole) {
      await this.append(stanzaId, { ...entry, ...this.waits(stanzaId) });
      onOpened(stanzaId, false);
    } else {
      // Stored, because it decrypts only once; it is not passed on.
      const part = `${stanzaId}/${digest}`;
      await this.append(part, entry);
      wal?.done(walId(ref, part), entry);
    }
    return plaintext;
  }

  private waits(stanzaId: string): Pick<WalEntry, 'waits'> {
    const waits = this.hook.waitsOf(stanzaId);
    return waits === undefined ? {} : { waits };
  }

  /**
   * Appends an entry to the log. A message outside of the log must not be acknowledged, so the socket is dropped if
   * the log fails.
   */
  private async append(stanzaId: string, entry: WalEntry): Promise<void> {
    try {
      await this.hook.wal?.append(walId(entry, stanzaId), entry);
    } catch (error) {
      log.error('not in the write-ahead log', {
        companyId: entry.companyId,
        connectionId: entry.connectionId,
        ...errorFields(error),
      });
      this.hook.onStuck('the write-ahead log');
      throw error;
    }
  }
}

/** The kinds of ciphertexts that Baileys decrypts; it refuses all others. */
const CIPHERS: ReadonlySet<string | undefined> = new Set(['msg', 'pkmsg', 'skmsg']);

/** Returns a stanza's ciphertexts in order. */
const ciphertextsOf = ({ content }: BinaryNode): Uint8Array[] =>
  Array.isArray(content)
    ? content.flatMap(({ tag, attrs, content: bytes }) =>
        tag === 'enc' && CIPHERS.has(attrs.type) && bytes instanceof Uint8Array ? [bytes] : [],
      )
    : [];

/** Whether a frame is a stanza with a tag; frames of the handshake are bytes. */
export const isStanza = (frame: unknown, tag: string): frame is BinaryNode =>
  typeof frame === 'object' && frame !== null && 'tag' in frame && frame.tag === tag && 'attrs' in frame;

type Attributes = BinaryNode['attrs'];

/**
 * Adds the number of a person whom a stanza names only by an opaque id, because a replay cannot look it up any more.
 */
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
