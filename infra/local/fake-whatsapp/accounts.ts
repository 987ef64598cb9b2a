import { createHash } from 'node:crypto';
import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildBuffer,
  getBinaryNodeChildren,
  jidDecode,
} from 'baileys/lib/WABinary/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';
import { type Customer, customerSchema, deviceBundleSchema, newCustomer } from './phone.ts';

/** A business's WhatsApp account: the phone that owns the number, and its one linked device. */
const accountSchema = z.object({
  /** `<companyId>:<connectionId>` of the simulated connection. */
  key: z.string(),
  number: z.string(),
  lid: z.string(),
  /** Incremented by each pairing; 0 before the first. */
  deviceId: z.int(),
  /** The phone that owns the number; its identity signs linked devices. */
  phone: customerSchema,
  device: deviceBundleSchema.optional(),
  groups: z
    .record(
      z.string(),
      z.object({
        name: z.string(),
        members: z.array(z.string()),
        /** After how many seconds messages disappear; 0: never. */
        timerS: z.int().nonnegative().default(0),
      }),
    )
    .default({}),
});
export type Account = z.infer<typeof accountSchema>;

/** Returns WhatsApp's opaque id (LID) of a number: fifteen digits that do not reveal the number. */
export const lidOf = (number: string): string => {
  const digest = createHash('sha256').update(number).digest().readBigUInt64BE();
  return `2${String(digest % 10n ** 14n).padStart(14, '0')}`;
};

const NUMBER_BASE = 40_000_000;
const numberFor = (companyId: number, connectionId: number): string =>
  `55119${NUMBER_BASE + companyId * 1000 + connectionId}`;

const bufferOf = (node: BinaryNode | undefined, tag: string): Buffer =>
  Buffer.from(getBinaryNodeChildBuffer(node, tag) ?? []);

/** All participants of the network: the connections' accounts, and customers. */
export class Accounts {
  private readonly journal: Journal;
  private readonly accounts = new Map<string, Account>();
  private readonly customers = new Map<string, Customer>();
  private readonly numbersByLid = new Map<string, string>();

  constructor(journal: Journal) {
    this.journal = journal;
    for (const [, json] of journal.entries('account/')) {
      const account = accountSchema.parse(JSON.parse(json));
      this.accounts.set(account.key, account);
    }
    for (const [, json] of journal.entries('customer/'))
      this.remember(customerSchema.parse(JSON.parse(json)));
  }

  all(): Account[] {
    return [...this.accounts.values()];
  }

  get(key: string): Account | undefined {
    return this.accounts.get(key);
  }

  open(companyId: number, connectionId: number): Account {
    const key = `${companyId}:${connectionId}`;
    const known = this.accounts.get(key);
    if (known !== undefined) return known;
    const number = numberFor(companyId, connectionId);
    const lid = lidOf(number);
    const account: Account = {
      key,
      number,
      lid,
      deviceId: 0,
      phone: newCustomer(number, lid, ''),
      groups: {},
    };
    this.save(account);
    return account;
  }

  save(account: Account): void {
    this.accounts.set(account.key, account);
    this.journal.set(`account/${account.key}`, account);
  }

  customer(number: string, name: string): Customer {
    const known = this.customers.get(number);
    if (known !== undefined) {
      if (name !== '' && name !== known.name) this.saveCustomer({ ...known, name });
      return this.customers.get(number) ?? known;
    }
    const customer = newCustomer(number, lidOf(number), name);
    this.saveCustomer(customer);
    return customer;
  }

  /** Returns the customer of a JID, by number or by opaque id. Every number is on WhatsApp. */
  private customerOf(jid: string): Customer | undefined {
    const decoded = jidDecode(jid);
    if (decoded === undefined) return undefined;
    if (decoded.server === 'lid') {
      const number = this.numbersByLid.get(decoded.user);
      return number === undefined ? undefined : this.customers.get(number);
    }
    return decoded.server === 's.whatsapp.net' ? this.customer(decoded.user, '') : undefined;
  }

  /** Like `customerOf`, as seen by the account's device: the account's own number means its phone. */
  phoneOf(account: Account, jid: string): Customer | undefined {
    const user = jidDecode(jid)?.user;
    return user === account.number || user === account.lid ? account.phone : this.customerOf(jid);
  }

  /** Stores the one-time keys that a device uploads, and its current identity. */
  storePreKeys(account: Account, iq: BinaryNode): void {
    const list = getBinaryNodeChild(iq, 'list');
    const skey = getBinaryNodeChild(iq, 'skey');
    if (account.device === undefined || list === undefined || skey === undefined) return;
    account.device.signedPreKey = {
      id: bufferOf(skey, 'id').readUIntBE(0, 3),
      pub: bufferOf(skey, 'value').toString('base64'),
      signature: bufferOf(skey, 'signature').toString('base64'),
    };
    for (const key of getBinaryNodeChildren(list, 'key')) {
      account.device.preKeys.push({
        id: bufferOf(key, 'id').readUIntBE(0, 3),
        pub: bufferOf(key, 'value').toString('base64'),
      });
    }
    this.save(account);
  }

  private saveCustomer(customer: Customer): void {
    this.remember(customer);
    this.journal.set(`customer/${customer.number}`, customer);
  }

  private remember(customer: Customer): void {
    this.customers.set(customer.number, customer);
    this.numbersByLid.set(customer.lid, customer.number);
  }
}
