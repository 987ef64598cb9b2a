/** Names a connection everywhere in the host. */
export interface ConnectionRef {
  companyId: number;
  connectionId: number;
}

export const refKey = (ref: ConnectionRef): string => `${ref.companyId}:${ref.connectionId}`;

export interface StoredLease {
  owner: string;
  epoch: number;
  /** Epoch milliseconds, for people who look; nobody decides by it, because clocks differ. 0: released. */
  until: number;
  /** Changes with every write. */
  version: number;
}

/** A write that only the holder of the lease may make: a sealed key, or its deletion. */
export interface FencedChange {
  name: string;
  /** Undefined deletes. */
  sealed: string | undefined;
}

/** Somebody else holds the lease now: nothing was written. */
export class LeaseLost extends Error {
  constructor(ref: ConnectionRef) {
    super(`lease of connection ${refKey(ref)} is lost`);
    this.name = 'LeaseLost';
  }
}

/** What the host keeps in the table. Reads are strongly consistent. */
export interface SessionStore {
  /** Connections of a shard that are to be kept live. */
  startedConnections(shard: number): Promise<ConnectionRef[]>;
  readLease(ref: ConnectionRef): Promise<StoredLease | undefined>;
  /** Replaces the lease as it was read (`expected` is its version); false when somebody was faster. */
  putLease(
    ref: ConnectionRef,
    lease: Omit<StoredLease, 'version'>,
    expected: number | undefined,
  ): Promise<StoredLease | undefined>;
  readAuth(ref: ConnectionRef, names: readonly string[]): Promise<Map<string, string>>;
  /**
   * Writes at most {@link MAX_FENCED_CHANGES} changes in one transaction with a check of the epoch.
   * @throws LeaseLost
   */
  write(ref: ConnectionRef, epoch: number, changes: readonly FencedChange[]): Promise<void>;
  /** Deletes every stored key of the connection. @throws LeaseLost */
  wipeAuth(ref: ConnectionRef, epoch: number): Promise<void>;
}

/** DynamoDB takes 100 items a transaction; one is the check. */
export const MAX_FENCED_CHANGES = 99;
