import type { PhoneList } from '@prosa/shared/entities/history-import.ts';
import { type HistoryMessage, historyMessageSchema } from '@prosa/shared/messaging/history-message.ts';
import {
  type ConnectionRef,
  type HistoryStore,
  type HistoryWish,
  type KnownPerson,
  refKey,
} from '../connections/ports.ts';

/** The hosts' access to history imports, in memory. */
export class MemoryHistory implements HistoryStore {
  readonly wishes = new Map<string, HistoryWish>();
  readonly importing = new Set<string>();
  readonly people = new Map<string, Map<string, string>>();
  /** The messages that reached the queue of imports, in order. */
  readonly sent: HistoryMessage[] = [];
  /** Called before the queue accepts a message. */
  beforeSend: () => Promise<void> = async () => undefined;

  async wishOf(ref: ConnectionRef): Promise<HistoryWish | undefined> {
    return this.wishes.get(refKey(ref));
  }

  async isImporting(ref: ConnectionRef): Promise<boolean> {
    return this.importing.has(refKey(ref));
  }

  async keepPeople(ref: ConnectionRef, list: PhoneList, people: readonly KnownPerson[]): Promise<void> {
    const name = `${refKey(ref)}:${list}`;
    const known = this.people.get(name) ?? new Map<string, string>();
    this.people.set(name, known);
    for (const person of people) known.set(person.number, person.name);
  }

  async send(messages: readonly HistoryMessage[]): Promise<void> {
    await this.beforeSend();
    for (const message of messages) this.sent.push(historyMessageSchema.parse(message));
  }
}
