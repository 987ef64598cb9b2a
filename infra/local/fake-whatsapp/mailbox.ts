import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys/lib/WABinary/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

const placeOf = (account: string): string => `pending/${account}/`;
const nameOf = (account: string, kind: string, id: string, type: string): string =>
  `${placeOf(account)}${kind}/${id}/${kind === 'message' ? '' : type}/`;

/** Stanzas that a device has not acknowledged: delivered again after every reconnect, oldest first. */
export class Mailbox {
  private readonly journal: Journal;
  private readonly started = Date.now().toString(36);
  private count = 0;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Total number of stanzas ever kept, so that a reader of {@link waiting} can detect that it missed a stanza. */
  get kept(): number {
    return this.count;
  }

  /** Adds a stanza, also when a stanza with the same id exists: a phone resends a message under the same id. */
  keep(account: string, node: BinaryNode): void {
    this.count += 1;
    const name = nameOf(account, node.tag, node.attrs.id ?? '', node.attrs.type ?? '');
    const serial = `${this.started}.${this.count}`;
    this.journal.set(`${name}${serial}`, Buffer.from(encodeBinaryNode(node)).toString('base64'));
  }

  /** Removes an acknowledged stanza: the oldest with this id, because devices handle stanzas in order. */
  acknowledge(account: string, kind: string, id: string, type: string): void {
    const [oldest] = this.journal.entries(nameOf(account, kind, id, type));
    if (oldest !== undefined) this.journal.delete(oldest[0]);
  }

  /** Removes all stanzas of a message that the device has. */
  settle(account: string, id: string): void {
    for (const [name] of [...this.journal.entries(nameOf(account, 'message', id, ''))])
      this.journal.delete(name);
  }

  /** Returns the waiting stanzas by their position in the mailbox. */
  async waiting(account: string): Promise<Map<string, BinaryNode>> {
    const entries = [...this.journal.entries(placeOf(account))];
    const nodes = entries.map(
      async ([name, json]): Promise<[string, BinaryNode]> => [
        name,
        await decodeBinaryNode(Buffer.from(z.string().parse(JSON.parse(json)), 'base64')),
      ],
    );
    return new Map(await Promise.all(nodes));
  }

  /** Returns the ids of the waiting stanzas. */
  ids(account: string): string[] {
    const place = placeOf(account);
    return [...this.journal.entries(place)].map(([name]) => name.slice(place.length).split('/')[1] ?? '');
  }

  clear(account: string): void {
    for (const [name] of [...this.journal.entries(placeOf(account))]) this.journal.delete(name);
  }
}
