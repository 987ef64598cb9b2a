import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { ALL_WA_PATCH_NAMES, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore } from 'baileys';
import { type ConnectionRef, refKey } from '../connections/ports.ts';
import { within } from '../connections/within.ts';

/**
 * Time for which a read is retried while the table is unavailable. Shorter than the lease's lifetime, after which the
 * connection is given up anyway.
 */
export const KEYS_LIMIT_MS = 15_000;
const TRY_LIMIT_MS = 5_000;
const RETRY_MS = 500;

const COLLECTIONS: ReadonlySet<string> = new Set(ALL_WA_PATCH_NAMES);

/** Thrown when the requesting socket has ended: nothing is read or written through it any more. */
export class SocketEnded extends Error {
  constructor(ref: ConnectionRef) {
    super(`the socket of connection ${refKey(ref)} has ended`);
    this.name = 'SocketEnded';
  }
}

/**
 * The key store of one socket. Baileys answers a stanza with an error if a key cannot be read, and WhatsApp then
 * never redelivers it. So a read is retried while the table is unavailable, and the socket is dropped before the read
 * fails. After the socket's end every call fails, because a late write of a former socket would undo the progress of
 * the next one's ratchet.
 */
export class SocketKeys implements SignalKeyStore {
  private readonly ref: ConnectionRef;
  private readonly keys: SignalKeyStore;
  private readonly onStuck: (what: string) => void;
  private readonly written = new WeakSet<object>();
  private isEnded = false;

  constructor(ref: ConnectionRef, keys: SignalKeyStore, onStuck: (what: string) => void) {
    this.ref = ref;
    this.keys = keys;
    this.onStuck = onStuck;
  }

  end(): void {
    this.isEnded = true;
  }

  /**
   * Reads keys. @throws SocketEnded, or an error for a key of a settings collection that does not exist: Baileys
   * would request it from WhatsApp endlessly until an answer names it, and send nothing meanwhile.
   */
  get = async <T extends keyof SignalDataTypeMap>(
    type: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }> => {
    if (type === 'app-state-sync-version' && !ids.every((id) => COLLECTIONS.has(id)))
      throw new Error(`no collection of settings is named ${ids.join(', ')}`);
    const untilMs = performance.now() + KEYS_LIMIT_MS;
    for (;;) {
      if (this.isEnded) throw new SocketEnded(this.ref);
      try {
        return await within('the key store', TRY_LIMIT_MS, Promise.resolve(this.keys.get(type, ids)));
      } catch (error) {
        log.warn('keys not read yet', { ...this.ref, ...errorFields(error) });
        if (performance.now() < untilMs) await delay(RETRY_MS);
        else this.onStuck('the key store');
      }
    }
  };

  /** Writes values that {@link commitNow} has not written before. @throws SocketEnded */
  set = async (data: SignalDataSet): Promise<void> => {
    if (this.isEnded) throw new SocketEnded(this.ref);
    await this.keys.set(this.unwritten(data));
  };

  /** Writes the values at once, before the transaction that they belong to; its commit leaves them out. */
  async commitNow(data: SignalDataSet): Promise<void> {
    await this.set(data);
    for (const values of Object.values(data))
      for (const value of Object.values(values ?? {}))
        if (typeof value === 'object' && value !== null) this.written.add(value);
  }

  private unwritten(data: SignalDataSet): SignalDataSet {
    const isNew = ([, value]: [string, unknown]): boolean =>
      typeof value !== 'object' || value === null || !this.written.has(value);
    return Object.fromEntries(
      Object.entries(data).map(([type, values]) => [
        type,
        Object.fromEntries(Object.entries(values ?? {}).filter(isNew)),
      ]),
    );
  }
}
