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
  /** Undefined while the log is off. */
  wal: WriteAheadLog | undefined;
  me: () => { id: string; lid: string };
  /** Writes ratchets ahead of their transaction. */
  commitNow: (data: SignalDataSet) => Promise<void>;
  /** A stanza was decrypted, or could not be. `isDuplicate`: it was opened before. */
  onOpened: (stanzaId: string, isDuplicate: boolean) => void;
  /** What a stanza's message waits for, for the case that this process does not live to pass it on. */
  waitsOf: (stanzaId: string) => Waits | undefined;
  /** The log does not take an entry; called before Baileys can acknowledge the message. */
  onStuck: (what: string) => void;
}

/**
 * The Signal repository of one socket. It remembers which stanza a ciphertext came in, and keeps what was decrypted, or the
 * placeholder of what was not, in the write-ahead log before Baileys goes on to send the receipt. Baileys awaits the
 * decryption, and sends the receipt after it: `decryptMessage` for conversations, `decryptGroupMessage` for groups.
 */
export class DecryptionLog {
  private static readonly decrypting = new AsyncLocalStorage<boolean>();
  private static readonly encrypting = new AsyncLocalStorage<boolean>();

  /**
   * While a message is decrypted that the log already has, its ratchet may be stored a little later, together with
   * those of the next messages: after a death the older ratchet still opens what follows, as for messages out of order.
   */
  static readonly deferral = { isActive: (): boolean => DecryptionLog.decrypting.getStore() === true };

  private readonly stanzas = new WeakMap<object, BinaryNode>();
  private readonly hook: WalHook;
  private readonly running = new Set<Promise<unknown>>();
  private isEnded = false;

  constructor(hook: WalHook) {
    this.hook = hook;
  }

  /** Called for every frame, before Baileys reads it. */
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
   * The socket has ended: nothing more is decrypted, because WhatsApp gets no receipt and delivers it again. Resolves when
   * what was begun is in the log.
   */
  async end(): Promise<void> {
    this.isEnded = true;
    while (this.running.size > 0) {
      await Promise.allSettled(this.running);
      // A group's message is decrypted after the key that came with it.
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
   * Baileys commits the ratchet of a message it sends after the message has left. A death in between would encrypt the next
   * message with a key that was used before, and leave the recipient's answers undecryptable: so the ratchet is written first.
   */
  private async setKeys({ keys }: SignalAuthState, data: SignalDataSet): Promise<void> {
    await keys.set(data);
    if (DecryptionLog.encrypting.getStore() !== true) return;
    const { session, 'sender-key': senderKey } = data;
    if (session !== undefined) await this.hook.commitNow({ session });
    if (senderKey !== undefined) await this.hook.commitNow({ 'sender-key': senderKey });
  }

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
    return this.counted(() =>
      this.hook.wal === undefined ? run() : DecryptionLog.decrypting.run(true, run),
    );
  }

  /**
   * Decrypts into the log. A stanza that comes again after a lost receipt is given the plaintext that it had: its key is
   * used up, but Baileys can acknowledge it now, and read the sender key that it may bring.
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
    // The stanza is opened with the last of what it carries: a group's message may come behind the key that opens it.
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
      // An entry of this stanza is there where it came before, and holds its message.
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
      // Remembered, because it opens only once; there is nothing of it to pass on.
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

  /** What is not in the log must not be acknowledged: where the log fails, the socket is dropped first. */
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

/** What Baileys decrypts; it refuses all other kinds. */
const CIPHERS: ReadonlySet<string | undefined> = new Set(['msg', 'pkmsg', 'skmsg']);

/** What a stanza carries to be decrypted, in its order. */
const ciphertextsOf = ({ content }: BinaryNode): Uint8Array[] =>
  Array.isArray(content)
    ? content.flatMap(({ tag, attrs, content: bytes }) =>
        tag === 'enc' && CIPHERS.has(attrs.type) && bytes instanceof Uint8Array ? [bytes] : [],
      )
    : [];

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
