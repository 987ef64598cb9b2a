import { createLimiter } from '@prosa/functions/platform/limiter.ts';
import { type BinaryNode, getBinaryNodeChild } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import type { Account, Accounts } from './accounts.ts';
import { encryptInGroup, tellGroupKeyAgain } from './group-keys.ts';
import { HeldMessages } from './held-messages.ts';
import type { Journal } from './journal.ts';
import type { MediaStore } from './media-store.ts';
import { answerMediaRequest, answerResendRequest } from './own-phone.ts';
import { answerHistoryRequest } from './past.ts';
import { type Customer, type DeviceBundle, decryptAs, encryptAs, forgetSessions } from './phone.ts';
import {
  type Addressing,
  encryptedParts,
  groupJidOf,
  lidJid,
  listJidOf,
  newMessageId,
  phoneJid,
  senderOf,
} from './stanzas.ts';

export const MAX_RETRIES_ASKED = 3;

export const nowS = (): string => String(Math.floor(Date.now() / 1000));

/** A message of any kind, to be encrypted by the customer's phone. */
export interface Injected {
  from: string;
  message: proto.IMessage;
  /** Generated when absent. */
  id?: string;
  name?: string;
  /** The group of the message. */
  group?: string;
  /** The sender's broadcast list that the message goes to; `status` for a status. */
  list?: string;
  addressing?: Addressing;
  /** Additional attributes of the stanza. */
  attrs?: Record<string, string>;
  /** Set when the device cannot decrypt the message: until it asks again, or ever. */
  spoiled?: 'once' | 'always';
}

type LinkedAccount = Account & { device: DeviceBundle };

/**
 * Returns an account with its linked device.
 * @throws RangeError when the account has no linked device
 */
export const linkedAccount = (accounts: Accounts, accountKey: string): LinkedAccount => {
  const account = accounts.get(accountKey);
  if (account?.device === undefined) throw new RangeError('the connection has no linked device');
  return { ...account, device: account.device };
};

/** The phones of customers and account owners: encrypt messages for a device, and answer its requests. */
export class Phones {
  private readonly journal: Journal;
  private readonly accounts: Accounts;
  private readonly media: MediaStore;
  private readonly push: (accountKey: string, node: BinaryNode) => void;
  private readonly held: HeldMessages;
  readonly oneAtATime = createLimiter({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY });
  /** Whether the accounts' own phones are off and answer no history request. */
  isPhoneAway = false;
  /** Ids of the received history requests. */
  readonly questions: string[] = [];

  constructor(journal: Journal, accounts: Accounts, media: MediaStore, push: Phones['push']) {
    this.journal = journal;
    this.accounts = accounts;
    this.media = media;
    this.push = push;
    this.held = new HeldMessages(journal);
  }

  /** Sends any message, to a person or in a group, encrypted as the phone does. */
  async write(accountKey: string, injected: Injected): Promise<string> {
    const account = linkedAccount(this.accounts, accountKey);
    const id = injected.id ?? newMessageId();
    const customer = this.accounts.customer(injected.from, injected.name ?? '');
    const isGroup = injected.group !== undefined;
    const chatJid = isGroup ? groupJidOf(injected.group ?? '') : '';
    const remoteJid = isGroup ? chatJid : lidJid(customer.lid);
    const participant = isGroup ? { participant: lidJid(customer.lid) } : {};
    this.held.set(id, {
      key: { remoteJid, fromMe: false, id, ...participant },
      message: injected.message,
      at: Number(nowS()),
      from: injected.from,
      group: injected.group ?? '',
      account: accountKey,
      spoiled: injected.spoiled,
      attrs: {
        type: 'text',
        notify: customer.name,
        ...senderOf(
          injected.list === undefined ? chatJid : listJidOf(injected.list),
          customer,
          injected.addressing,
        ),
        ...injected.attrs,
      },
    });
    await this.carry(account, id, 0);
    return id;
  }

  /** Marks a message as delivered to a device. */
  delivered(id: string): void {
    this.held.delivered(id);
  }

  /**
   * Sends a message that the server does not have for devices: only the account's phone can deliver it, when the
   * device asks.
   */
  writeUnavailable(accountKey: string, injected: Injected, attrs: Record<string, string> = {}): string {
    const id = injected.id ?? newMessageId();
    const customer = this.accounts.customer(injected.from, injected.name ?? '');
    const held = {
      key: { remoteJid: phoneJid(customer.number), fromMe: false, id },
      message: injected.message,
      at: Number(nowS()),
      from: injected.from,
      group: '',
      account: accountKey,
      attrs: { type: 'text', notify: customer.name, ...senderOf('', customer, injected.addressing) },
    };
    this.held.set(id, held);
    this.push(accountKey, {
      tag: 'message',
      attrs: { id, t: nowS(), ...held.attrs },
      content: [{ tag: 'unavailable', attrs }],
    });
    return id;
  }

  /** Deletes a message's file from the servers; with `everywhere`, from the phone too. */
  expireFile(messageId: string, everywhere = false): void {
    const message = this.held.get(messageId)?.message;
    const path = message?.imageMessage?.directPath ?? message?.documentMessage?.directPath;
    if (!path) throw new RangeError('no file of that message');
    this.media.expire(path);
    if (everywhere) this.media.uploadAgain(path);
    if (everywhere) this.held.delete(messageId);
  }

  /** Handles a device's request to upload a file again. */
  uploadAgain(account: Account, receipt: BinaryNode): void {
    this.push(account.key, answerMediaRequest(receipt, this.held, this.media));
  }

  /** Encrypts a message and sends it to the device; `retry` is the number of times that the device asked again. */
  private async carry(account: LinkedAccount, id: string, retry: number): Promise<void> {
    const held = this.held.get(id);
    if (held === undefined) return;
    const { from, group, message, at, attrs, spoiled } = held;
    const phone = from === '' ? account.phone : this.accounts.customer(from, '');
    const chatJid = group === '' ? '' : groupJidOf(group);
    const isSpoiled = spoiled === 'always' || (spoiled === 'once' && retry === 0);
    const count = retry === 0 ? {} : { count: String(retry) };
    await this.oneAtATime(`${account.key}/${phone.number}`, async () => {
      const keysBefore = account.device.preKeys.length;
      const content = await this.seal(account, phone, chatJid, message, retry > 0);
      if (account.device.preKeys.length < keysBefore) this.accounts.save(account);
      // Pushed synchronously after the encryption, so that messages keep their order.
      this.push(account.key, {
        tag: 'message',
        // A message that is sent again keeps its time.
        attrs: { id, t: String(at), ...attrs },
        content: content.map(({ type, ciphertext }) => ({
          tag: 'enc',
          attrs: { v: '2', type, ...count },
          content: isSpoiled ? spoil(ciphertext) : ciphertext,
        })),
      });
    });
  }

  /** Encrypts for a person's device, or for a group with the sender's key, which goes to the device first. */
  private async seal(
    account: LinkedAccount,
    customer: Customer,
    chatJid: string,
    message: proto.IMessage,
    isRetry: boolean,
  ): Promise<{ type: string; ciphertext: Buffer }[]> {
    const toDevice = (what: proto.IMessage) =>
      encryptAs(this.journal, customer, account.key, account.device, what);
    // A group message that a device requests again is sent only to that device.
    if (chatJid === '' || isRetry) return [await toDevice(message)];
    const place = { journal: this.journal, account: account.key, deviceId: account.deviceId };
    const { ciphertext, key } = await encryptInGroup(
      { ...place, group: chatJid, writer: customer.number },
      proto.Message.encode(message).finish(),
    );
    const told = { groupId: chatJid, axolotlSenderKeyDistributionMessage: key ?? null };
    return [
      ...(key === undefined ? [] : [await toDevice({ senderKeyDistributionMessage: told })]),
      { type: 'skmsg', ciphertext },
    ];
  }

  /** Encrypts a message again on its sender's phone, because a device could not decrypt it. */
  async sendAgain(account: Account, receipt: BinaryNode): Promise<void> {
    const { id = '' } = receipt.attrs;
    const held = this.held.get(id);
    const count = Number(getBinaryNodeChild(receipt, 'retry')?.attrs.count ?? 1);
    if (held === undefined || account.device === undefined || count > MAX_RETRIES_ASKED) return;
    const { device } = account;
    const { group, from } = held;
    const number = from === '' ? account.number : from;
    await this.oneAtATime(`${account.key}/${number}`, async () =>
      forgetSessions(this.journal, account.key, number),
    );
    // As phones do: the next message brings the sender's key to the group again.
    if (group !== '') tellGroupKeyAgain(this.journal, account, groupJidOf(group), from);
    await this.carry({ ...account, device }, id, count);
  }

  /**
   * Sends a message of the account's own phone to its device. `attrs`: additional attributes, e.g. the recipient of
   * the phone's message.
   */
  async tellDevice(
    accountKey: string,
    message: proto.IMessage,
    attrs: Record<string, string> = { category: 'peer' },
  ): Promise<string> {
    const account = linkedAccount(this.accounts, accountKey);
    const id = newMessageId();
    const remoteJid = phoneJid(account.number);
    this.held.set(id, {
      key: { remoteJid, fromMe: true, id },
      message,
      at: Number(nowS()),
      from: '',
      group: '',
      account: accountKey,
      attrs: { type: 'text', from: remoteJid, ...attrs },
    });
    await this.carry(account, id, 0);
    return id;
  }

  /** Handles a device's message to the account's own phone. */
  async answerDevice(account: Account, node: BinaryNode): Promise<void> {
    const enc = encryptedParts(node).find(({ enc: { content } }) => content instanceof Uint8Array)?.enc;
    const { phone } = account;
    if (!(enc?.content instanceof Uint8Array)) return;
    const asked = await decryptAs(this.journal, phone, account.key, {
      type: enc.attrs.type ?? 'msg',
      ciphertext: enc.content,
    });
    const question = asked.deviceSentMessage?.message ?? asked;
    const id = node.attrs.id ?? '';
    if (question.protocolMessage?.peerDataOperationRequestMessage?.historySyncOnDemandRequest)
      this.questions.push(id);
    const answer =
      answerResendRequest(question, id, this.held) ??
      (this.isPhoneAway ? undefined : answerHistoryRequest(question, id, account, this.held, this.media));
    if (answer !== undefined) await this.tellDevice(account.key, answer);
  }
}

/** Returns ciphertext damaged as with keys that do not match. */
const spoil = (ciphertext: Buffer): Buffer => {
  const spoiled = Buffer.from(ciphertext);
  const middle = Math.floor(spoiled.length / 2);
  spoiled[middle] = (spoiled[middle] ?? 0) ^ 0xff;
  return spoiled;
};
