import type { WishedDates } from '@prosa/functions/domain/history/history-wish.ts';
import type { ConnectionHealth, ConnectionPairing } from '@prosa/shared/entities/connection.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';

/** Identifies a connection everywhere in the host. */
export interface ConnectionRef {
  companyId: number;
  connectionId: number;
}

export const refKey = (ref: ConnectionRef): string => `${ref.companyId}:${ref.connectionId}`;

export interface StoredLease {
  owner: string;
  epoch: number;
  /** Epoch milliseconds, for display only; no host decides by it, because clocks differ. 0: released. */
  until: number;
  /** Changes with every write. */
  version: number;
}

/** A write that only the holder of the lease may make: an encrypted key, or its deletion. */
export interface FencedChange {
  name: string;
  /** Undefined deletes the key. */
  sealed: string | undefined;
}

/** Thrown when another host holds the lease now; nothing was written. */
export class LeaseLost extends Error {
  constructor(ref: ConnectionRef) {
    super(`lease of connection ${refKey(ref)} is lost`);
    this.name = 'LeaseLost';
  }
}

export type PairingAnswer = Partial<Pick<ConnectionPairing, 'code' | 'failure'>>;

/** The host's data in the table. Reads are strongly consistent. */
export interface SessionStore {
  /** Returns the connections of a shard that should be connected. */
  startedConnections(shard: number): Promise<ConnectionRef[]>;
  readLease(ref: ConnectionRef): Promise<StoredLease | undefined>;
  /** Replaces the lease as it was read (`expected` is its version); returns false if another host was faster. */
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
  /** Stores the result of a requested pairing code; does nothing if another one was requested since. */
  answerPairing(ref: ConnectionRef, askedAt: number, answer: PairingAnswer): Promise<void>;
  writeHealth(health: ConnectionHealth): Promise<void>;
  /** Returns when the connection's device was last connected to WhatsApp, epoch milliseconds; undefined if unknown. */
  lastSeen(ref: ConnectionRef): Promise<number | undefined>;
  /** Returns the URL of the connection's proxy, with its credentials; undefined without one. */
  proxyOf(ref: ConnectionRef): Promise<string | undefined>;
  /** Deletes every stored key of the connection. @throws LeaseLost */
  wipeAuth(ref: ConnectionRef, epoch: number): Promise<void>;
}

/** DynamoDB accepts 100 items a transaction; one is the check. */
export const MAX_FENCED_CHANGES = 99;

/** The part of a phone's history that a connection imports. Epoch milliseconds, both included. */
export interface HistoryWish extends WishedDates {
  groups: boolean;
}

/** A contact of the phone, by number. */
export interface KnownPerson {
  number: string;
  name: string;
}

/** The host's access to history imports. */
export interface HistoryStore {
  /** Returns the part to import; undefined if there is none. One consistent read. */
  wishOf(ref: ConnectionRef): Promise<HistoryWish | undefined>;
  /** Whether an import is in progress. */
  isImporting(ref: ConnectionRef): Promise<boolean>;
  /** Stores contacts by number; idempotent. */
  keepPeople(ref: ConnectionRef, list: PhoneList, people: readonly KnownPerson[]): Promise<void>;
  /** Resolves when the queue of imports has accepted the messages. */
  send(messages: readonly HistoryMessage[]): Promise<void>;
}
