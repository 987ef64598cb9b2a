import type { ConnectionHealth, ConnectionPairing } from '@prosa/shared/entities/connection.ts';
import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';

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

export type PairingAnswer = Partial<Pick<ConnectionPairing, 'code' | 'failure'>>;

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
  /** Tells what came of the pairing code that was asked for then; does nothing where another one was asked for since. */
  answerPairing(ref: ConnectionRef, askedAt: number, answer: PairingAnswer): Promise<void>;
  writeHealth(health: ConnectionHealth): Promise<void>;
  /** When the connection's device last heard of WhatsApp, epoch milliseconds; undefined where nobody knows. */
  lastSeen(ref: ConnectionRef): Promise<number | undefined>;
  /** URL of the connection's proxy, with its credentials; undefined without one. */
  proxyOf(ref: ConnectionRef): Promise<string | undefined>;
  /** Deletes every stored key of the connection. @throws LeaseLost */
  wipeAuth(ref: ConnectionRef, epoch: number): Promise<void>;
}

/** DynamoDB takes 100 items a transaction; one is the check. */
export const MAX_FENCED_CHANGES = 99;

/** What a connection wants of its phone's past. Epoch milliseconds, both included. */
export interface HistoryWish {
  fromMs: number;
  toMs: number;
  groups: boolean;
}

/** Somebody whom the phone knows, by number. */
export interface KnownPerson {
  number: string;
  name: string;
}

/** What the host asks and keeps of a connection's past. */
export interface HistoryStore {
  /** Undefined where nothing is to be imported. One consistent read. */
  wishOf(ref: ConnectionRef): Promise<HistoryWish | undefined>;
  /** Whether an import has begun that has not ended. */
  isImporting(ref: ConnectionRef): Promise<boolean>;
  /** Each by its number: what is told again changes nothing. */
  keepPeople(ref: ConnectionRef, list: PhoneList, people: readonly KnownPerson[]): Promise<void>;
  /** Resolves when the queue of imports has them. */
  send(messages: readonly HistoryMessage[]): Promise<void>;
}
