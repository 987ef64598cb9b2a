import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys/lib/WABinary/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

const placeOf = (account: string): string => `pending/${account}/`;
const nameOf = (account: string, kind: string, id: string, type: string): string =>
  `${placeOf(account)}${kind}/${id}/${kind === 'message' ? '' : type}/`;

/** What a device has not settled yet: handed over again after every reconnect, oldest first. */
export class Mailbox {
  private readonly journal: Journal;
  private readonly started = Date.now().toString(36);
  private count = 0;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** How many stanzas were ever kept: a reader of {@link waiting} sees whether it missed one. */
  get kept(): number {
    return this.count;
  }

  /** A stanza of an id that is here stands beside it: a phone sends a message again under its id. */
  keep(account: string, node: BinaryNode): void {
    this.count += 1;
    const name = nameOf(account, node.tag, node.attrs.id ?? '', node.attrs.type ?? '');
    const serial = `${this.started}.${this.count}`;
    this.journal.set(`${name}${serial}`, Buffer.from(encodeBinaryNode(node)).toString('base64'));
  }

  /** The device acknowledges a stanza: the oldest of its id, since it handles them in their order. */
  acknowledge(account: string, kind: string, id: string, type: string): void {
    const [oldest] = this.journal.entries(nameOf(account, kind, id, type));
    if (oldest !== undefined) this.journal.delete(oldest[0]);
  }

  /** The device has a message, however often it was sent. */
  settle(account: string, id: string): void {
    for (const [name] of [...this.journal.entries(nameOf(account, 'message', id, ''))])
      this.journal.delete(name);
  }

  /** What waits, by its place in the mailbox. */
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

  /** Ids of what waits. */
  ids(account: string): string[] {
    const place = placeOf(account);
    return [...this.journal.entries(place)].map(([name]) => name.slice(place.length).split('/')[1] ?? '');
  }

  clear(account: string): void {
    for (const [name] of [...this.journal.entries(placeOf(account))]) this.journal.delete(name);
  }
}
