import type { TenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from 'baileys';
import type { ConnectionRef, FencedChange, SessionStore } from '../connections/ports.ts';
import type { FencedWriter } from './fenced-writer.ts';

/** Maximum of keys cached for one connection; a Signal session is a few kilobytes. */
const MAX_CACHED_KEYS = 4000;
const CREDS = 'creds';
const SETTINGS = 'app-state-sync-version';
/** A row of DynamoDB has 400 KB at most, including its keys. */
const MAX_SEALED_CHARS = 390_000;

/** A value in Baileys' own types, as parsed from JSON. */
type Stored = ReturnType<typeof JSON.parse>;

const encode = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer);
const decode = (text: string): Stored => JSON.parse(text, BufferJSON.reviver);

export interface AuthState {
  creds: AuthenticationCreds;
  keys: SignalKeyStore;
  /** Stores the current credentials. */
  saveCreds(): Promise<void>;
}

/** Whether a write may be delayed and combined with later ones, because its loss would cost nothing. */
export interface Deferral {
  isActive(): boolean;
}
const NEVER: Deferral = { isActive: () => false };

/**
 * A connection's credentials and Signal keys: encrypted in the table, read strongly consistently, and written in
 * order through the fenced writer before Baileys continues. The cache in front of them, which also holds absent keys,
 * is correct only because the lease allows a single owner.
 *
 * The state of a very large collection of settings (an address book of about 2,200 people) is larger than a row. It is
 * only cached: the next process requests the whole collection from WhatsApp. Otherwise its write would be refused
 * forever, and all later ones would wait behind it.
 */
export const openAuthState = async (
  ref: ConnectionRef,
  store: SessionStore,
  sealer: TenantSealer,
  writer: FencedWriter,
  deferral: Deferral = NEVER,
): Promise<AuthState> => {
  const cache = new Map<string, Stored>();
  const remember = (name: string, value: Stored): void => {
    cache.delete(name);
    cache.set(name, value);
    if (cache.size > MAX_CACHED_KEYS) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
  };
  const load = async (names: readonly string[]): Promise<void> => {
    const missing = names.filter((name) => !cache.has(name));
    if (missing.length === 0) return;
    const found = await store.readAuth(ref, missing);
    for (const name of missing) {
      const sealed = found.get(name);
      remember(name, sealed === undefined ? undefined : decode(sealer.open(name, sealed)));
    }
  };
  const change = (name: string, value: unknown): FencedChange => {
    const sealed = value === undefined || value === null ? undefined : sealer.seal(name, encode(value));
    const isTooLarge = name.startsWith(SETTINGS) && (sealed?.length ?? 0) > MAX_SEALED_CHARS;
    return { name, sealed: isTooLarge ? undefined : sealed };
  };

  const stored = (await store.readAuth(ref, [CREDS])).get(CREDS);
  const creds: AuthenticationCreds =
    stored === undefined ? initAuthCreds() : decode(sealer.open(CREDS, stored));

  const keys: SignalKeyStore = {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const result: { [id: string]: SignalDataTypeMap[T] } = {};
      await load(ids.map((id) => `${type}-${id}`));
      for (const id of ids) {
        const value = cache.get(`${type}-${id}`);
        if (value === undefined) continue;
        result[id] =
          type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value;
      }
      return result;
    },
    set: async (data: SignalDataSet) => {
      const changes: FencedChange[] = [];
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          const name = `${type}-${id}`;
          remember(name, value ?? undefined);
          changes.push(change(name, value));
        }
      }
      if (deferral.isActive()) writer.defer(changes);
      else await writer.write(changes);
    },
  };
  return { creds, keys, saveCreds: () => writer.write([change(CREDS, creds)]) };
};
