import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys/lib/WABinary/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

const placeOf = (account: string): string => `pending/${account}/`;
const nameOf = (account: string, kind: string, id: string, type: string): string =>
  `${placeOf(account)}${kind}/${id}/${kind === 'message' ? '' : type}`;

/** What a device has not settled yet: handed over again after every reconnect, oldest first. */
export class Mailbox {
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  keep(account: string, node: BinaryNode): void {
    const name = nameOf(account, node.tag, node.attrs.id ?? '', node.attrs.type ?? '');
    this.journal.set(name, Buffer.from(encodeBinaryNode(node)).toString('base64'));
  }

  settle(account: string, kind: string, id: string, type: string): void {
    this.journal.delete(nameOf(account, kind, id, type));
  }

  async waiting(account: string): Promise<BinaryNode[]> {
    const entries = [...this.journal.entries(placeOf(account))];
    return Promise.all(
      entries.map(([, json]) => decodeBinaryNode(Buffer.from(z.string().parse(JSON.parse(json)), 'base64'))),
    );
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
