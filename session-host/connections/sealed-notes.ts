import type { TenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import type { FencedWriter } from '../socket/fenced-writer.ts';
import type { ConnectionRef, SessionStore } from './ports.ts';

/** Small texts of a connection by name: encrypted, and deleted with its credentials. */
export interface Notes {
  read(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Resolves when the texts are stored. Undefined deletes one. @throws LeaseLost */
  write(notes: readonly { name: string; text: string | undefined }[]): Promise<void>;
}

/** Returns the texts that are stored beside a connection's credentials. */
export const sealedNotes = (
  ref: ConnectionRef,
  store: Pick<SessionStore, 'readAuth'>,
  sealer: TenantSealer,
  writer: Pick<FencedWriter, 'write'>,
): Notes => ({
  read: async (names) => {
    const sealed = await store.readAuth(ref, names);
    return new Map([...sealed].map(([name, text]) => [name, sealer.open(name, text)]));
  },
  write: (notes) =>
    writer.write(
      notes.map(({ name, text }) => ({
        name,
        sealed: text === undefined ? undefined : sealer.seal(name, text),
      })),
    ),
});
