import { join } from 'node:path';
import type { WAPatchCreate } from 'baileys/lib/Types/Chat.js';
import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import type { proto } from 'baileys/WAProto/index.js';
import type { WebSocket } from 'ws';
import { type Account, Accounts } from './accounts.ts';
import { answerIq, overLimitNode, type Standing } from './answer-iq.ts';
import { AppState, contactChange } from './app-state.ts';
import { type ChatTimer, ChatTimers, expirationOf, isShown, withTimer } from './chat-timers.ts';
import {
  buildMessage,
  type CustomerMessage,
  type QuotedMessage,
  type Shown,
  showMessage,
} from './content.ts';
import { DeviceLink } from './device-link.ts';
import { forgetGroupKeys } from './group-keys.ts';
import { Journal } from './journal.ts';
import { type Line, Lines } from './lines.ts';
import { Mailbox } from './mailbox.ts';
import { type MediaKind, MediaStore } from './media-store.ts';
import { openSent } from './open-sent.ts';
import { advSecretOf, bundleOf, pairDeviceNode, pairSuccessNode, Refresh } from './pairing.ts';
import { CodePairing, refusalOf } from './pairing-code.ts';
import { type LargePast, largePastNotice, type Past, pastNotice } from './past.ts';
import { type Customer, type DeviceBundle, forgetSessions } from './phone.ts';
import { linkedAccount, MAX_RETRIES_ASKED, nowS, Phones } from './phones.ts';
import { askedContact, type FakePicture, Pictures } from './pictures.ts';
import { Polls } from './polls.ts';
import {
  edgeRoutingNode,
  groupIdOf,
  groupJidOf,
  groupNotice,
  groupTimerNotice,
  itemsOf,
  lidJid,
  newMessageId,
  phoneJid,
  senderOf,
} from './stanzas.ts';

/** A phone links at most this many other devices. */
const COMPANIONS_MAX = 4;

export type FaultMode = 'refuse' | 'limit' | 'stall' | 'drop';

/** WhatsApp's error codes for refused messages. */
const REFUSALS = { refuse: '403', limit: '429' } as const;

const conflictNode: BinaryNode = {
  tag: 'stream:error',
  attrs: { code: '440' },
  content: [{ tag: 'conflict', attrs: { type: 'replaced' } }],
};

/** WhatsApp's marks of changes on their stanzas. */
const EDIT_MARKS: Partial<Record<CustomerMessage['type'], { edit: string }>> = {
  edit: { edit: '1' },
  pin: { edit: '2' },
  delete: { edit: '7' },
};

/** Returns a stream error with a code, e.g. 515: restart. */
const streamError = (code: string): BinaryNode => ({ tag: 'stream:error', attrs: { code } });

/** Returns a stanza of a call, as WhatsApp sends it to linked devices. */
const callNode = (tag: string, callId: string, customer: Customer, video: boolean): BinaryNode => ({
  tag: 'call',
  attrs: { id: newMessageId(), from: lidJid(customer.lid), t: nowS(), notify: customer.name },
  content: [
    {
      tag,
      attrs: {
        'call-id': callId,
        'call-creator': lidJid(customer.lid),
        caller_pn: phoneJid(customer.number),
      },
      content: video ? [{ tag: 'video', attrs: {} }] : [],
    },
  ],
});

/** A device that waits to be linked, by a QR scan or by its pairing code. */
interface Waiting {
  link: DeviceLink;
  device: DeviceBundle;
  code?: CodePairing;
  /** Undefined until its account requires a refresh. */
  refresh?: Refresh;
}

/** The whole fake network: accounts with linked devices, customers with phones, and the messages between them. */
export class FakeWhatsapp {
  readonly media: MediaStore;
  readonly accounts: Accounts;
  private readonly journal: Journal;
  private readonly lines: Lines;
  private readonly links = new Map<string, DeviceLink>();
  private readonly pairing = new Map<string, Waiting>();
  private readonly faults: FaultMode[] = [];
  private readonly retries = new Map<string, number>();
  private readonly mailbox: Mailbox;
  private readonly polls: Polls;
  private readonly timers: ChatTimers;
  readonly pictures = new Pictures();
  /** All phones, as opposed to the accounts' devices. */
  readonly phones: Phones;
  private readonly refusedCodes: string[] = [];
  /** Limits of the restricted accounts, by account key. */
  private readonly standings = new Map<string, Standing>();
  private readonly appStates = new Map<string, AppState>();
  private readonly refusals = new Map<string, Record<string, string>[]>();
  /** Data that devices sent at each login. `routing`: the routing info in base64. */
  readonly logins: { account: string; version: string; routing: string | undefined }[] = [];
  /** Number of queries per namespace, including refused queries. */
  readonly queries = new Map<string, number>();
  /** Number of next queries to refuse, per namespace. */
  private readonly queryLimits = new Map<string, number>();
  /** Accounts whose next device must answer `companion_reg_refresh` before it is linked. */
  private readonly refreshing = new Set<string>();
  /** Accounts, and the JIDs to which they were shown as typing, oldest first. */
  readonly typed: { account: string; to: string }[] = [];
  /** Number of further devices that are linked to an account's phone, by account key. */
  private readonly otherDevices = new Map<string, number>();
  mediaHost = '';

  constructor(dataDir: string) {
    this.journal = new Journal(join(dataDir, 'network.log'));
    this.media = new MediaStore(join(dataDir, 'media'));
    this.accounts = new Accounts(this.journal);
    this.lines = new Lines(this.journal);
    this.mailbox = new Mailbox(this.journal);
    this.polls = new Polls(this.journal);
    this.timers = new ChatTimers(this.journal);
    this.phones = new Phones(this.journal, this.accounts, this.media, (account, node) =>
      this.push(account, node),
    );
  }

  /** Accepts a device's socket for its connection. */
  accept(socket: WebSocket, companyId: number, connectionId: number): void {
    const account = this.accounts.open(companyId, connectionId);
    new DeviceLink(account.key, socket, {
      onLogin: (link, payload) => this.login(link, payload),
      onNode: (link, node) => this.receive(link, node),
      onClose: (link) => {
        if (this.links.get(link.accountKey) === link) this.links.delete(link.accountKey);
        if (this.pairing.get(link.accountKey)?.link === link) this.pairing.delete(link.accountKey);
      },
    });
  }

  isConnected(accountKey: string): boolean {
    return this.links.has(accountKey);
  }

  isLinked(accountKey: string): boolean {
    return this.accounts.get(accountKey)?.device !== undefined;
  }

  /** Whether the device has acknowledged every stanza. */
  isSettled(accountKey: string): boolean {
    return this.unsettled(accountKey).length === 0;
  }

  /** Returns the ids of the stanzas that the device has not acknowledged. */
  unsettled(accountKey: string): string[] {
    return this.mailbox.ids(accountKey);
  }

  /**
   * Simulates the account's phone scanning the QR code: links the device, then tells it to restart. Returns false
   * without a code, if the phone has too many devices, and when the device must show another code first (see
   * {@link requireRefresh}).
   */
  scan(accountKey: string, qr: string): boolean {
    const account = this.accounts.get(accountKey);
    const waiting = this.pairing.get(accountKey);
    if (account === undefined || waiting === undefined || qr === '' || this.isFull(accountKey)) return false;
    const secret = advSecretOf(qr);
    if (this.mustRefresh(accountKey, waiting) && waiting.refresh?.isDone(secret) !== true) {
      waiting.refresh ??= this.askRefresh(waiting, secret);
      return false;
    }
    this.linkDevice(account, waiting, secret);
    return true;
  }

  /**
   * Makes WhatsApp invalidate the QR code of the account's next device as soon as a phone begins to link it. The
   * device must acknowledge that and show a QR code with another secret; until then it cannot be linked.
   */
  requireRefresh(accountKey: string): void {
    this.refreshing.add(accountKey);
  }

  /**
   * Sets how many further devices are linked to the account's phone. The phone refuses a fifth device by itself: the
   * network and the device hear nothing of it.
   */
  setOtherDevices(accountKey: string, count: number): void {
    this.otherDevices.set(accountKey, count);
  }

  private isFull(accountKey: string): boolean {
    return (this.otherDevices.get(accountKey) ?? 0) >= COMPANIONS_MAX;
  }

  private mustRefresh(accountKey: string, waiting: Waiting): boolean {
    return this.refreshing.has(accountKey) || waiting.refresh !== undefined;
  }

  private askRefresh(waiting: Waiting, retired?: Buffer): Refresh {
    const refresh = new Refresh(retired);
    waiting.link.send(refresh.notice);
    return refresh;
  }

  /**
   * Simulates a user who types the device's pairing code on the phone for which the device requested it. The right
   * code links the device to that phone. Returns false when no device shows a code, if the phone has too many devices,
   * or when a refresh must be answered first.
   */
  typeCode(accountKey: string, code: string): boolean {
    const account = this.accounts.get(accountKey);
    const waiting = this.pairing.get(accountKey);
    if (account === undefined || waiting?.code === undefined || this.isFull(accountKey)) return false;
    if (this.mustRefresh(accountKey, waiting) && waiting.refresh?.isAcknowledged !== true) {
      waiting.refresh ??= this.askRefresh(waiting);
      return false;
    }
    waiting.link.send(waiting.code.type(account, code));
    return true;
  }

  /** Returns the number of the phone on which a pairing code should be typed; undefined for none. */
  phoneToType(accountKey: string): string | undefined {
    return this.pairing.get(accountKey)?.code?.number;
  }

  /** Drops the stanzas that wait for a device, as WhatsApp may after a long absence. */
  dropWaiting(accountKey: string): void {
    this.mailbox.clear(accountKey);
  }

  /** Refuses the next requests for pairing codes, each with an error code: 429 means too many. */
  refuseCodes(...codes: string[]): void {
    this.refusedCodes.push(...codes);
  }

  private linkDevice(account: Account, waiting: Waiting, advSecret: Buffer): void {
    account.deviceId += 1;
    account.device = waiting.device;
    this.accounts.save(account);
    forgetSessions(this.journal, account.key);
    forgetGroupKeys(this.journal, account.key);
    this.mailbox.clear(account.key);
    this.refreshing.delete(account.key);
    waiting.link.send(pairSuccessNode(account, waiting.device, advSecret));
  }

  /** Handles a device's stanza about a pairing code: that it shows a code, or that a code was typed. */
  private receiveCode(link: DeviceLink, account: Account, iq: BinaryNode, said: BinaryNode): void {
    const waiting = this.pairing.get(account.key);
    if (waiting === undefined) return;
    if (said.attrs.stage === 'companion_hello') {
      const refused = this.refusedCodes.shift();
      if (refused !== undefined) {
        link.send(refusalOf(iq, refused));
        return;
      }
      waiting.code = new CodePairing(said);
    }
    if (waiting.code === undefined) return;
    link.send(waiting.code.answer(iq, said));
    const secret = waiting.code.finish(account, said);
    if (secret === undefined) return;
    // From now on, the connection has the number of the phone that was requested.
    account.number = waiting.code.number;
    this.linkDevice(account, waiting, secret);
  }

  /** Unlinks the device, as the phone's owner can. */
  unlink(accountKey: string): void {
    const account = this.accounts.get(accountKey);
    if (account === undefined) return;
    this.accounts.save({ ...account, device: undefined });
    this.links.get(accountKey)?.end({
      tag: 'stream:error',
      attrs: { code: '401' },
      content: [{ tag: 'conflict', attrs: { type: 'device_removed' } }],
    });
  }

  /** Ends a device's stream with a code; `drop` closes the connection without a stanza. */
  disconnect(accountKey: string, code: string): void {
    const link = this.links.get(accountKey);
    if (code === 'drop') link?.terminate();
    else link?.end(streamError(code));
  }

  /** Ends a device's stream with the conflict error, as if its credentials had been used elsewhere. */
  replace(accountKey: string): void {
    this.links.get(accountKey)?.end(conflictNode);
  }

  /** Limits an account; its device learns the limits from a query on its next login. */
  setStanding(accountKey: string, standing: Standing): void {
    this.standings.set(accountKey, standing);
  }

  /** Refuses the account's next logins. Each entry holds the attributes of one `failure`; `reason` is the code. */
  refuseLogins(accountKey: string, ...failures: Record<string, string>[]): void {
    this.refusals.set(accountKey, failures);
  }

  /** Refuses the next queries of a namespace as rate-limited, e.g. `w:g2` for groups. */
  limitQueries(namespace: string, count: number): void {
    this.queryLimits.set(namespace, count);
  }

  setFault(mode: FaultMode, count: number): void {
    this.faults.length = 0;
    for (let i = 0; i < count; i++) this.faults.push(mode);
  }

  /** Sends a message of a customer. The message waits while the device is offline. */
  async write(accountKey: string, request: CustomerMessage): Promise<string> {
    const account = linkedAccount(this.accounts, accountKey);
    const customer = this.accounts.customer(request.from, request.name);
    const groupJid = request.group === undefined ? undefined : groupJidOf(request.group.id);
    const target = request.target === undefined ? undefined : this.lines.get(account.key, request.target);
    const built = buildMessage(request, {
      store: this.media,
      chatJid: groupJid ?? lidJid(account.lid),
      ownJid: lidJid(customer.lid),
      targetIsOwn: target?.fromCustomer ?? true,
      seal: (key, options) => this.polls.vote(account.key, key, customer, options, request.addressing),
      ...this.quotedBy(account, request),
    });
    const message = withTimer(built, this.timerOf(account, request.group?.id ?? customer.number));
    if (request.group !== undefined && groupJid !== undefined) {
      this.join(account, groupJid, request.group.name, customer);
      this.accounts.save(account);
    }
    const id = newMessageId();
    this.polls.note(account.key, id, message, customer);
    if (request.type === 'timer') {
      if (request.group !== undefined)
        return this.setGroupTimer(account, request.group.id, request.seconds ?? 0, customer);
      this.timers.set(account.key, customer.number, {
        seconds: request.seconds ?? 0,
        setAtS: Number(nowS()),
      });
    }
    this.lines.add(
      {
        account: account.key,
        id,
        contact: customer.number,
        fromCustomer: true,
        ...(groupJid === undefined ? {} : { group: groupJid }),
      },
      showMessage(message, (kind, fields) => this.keep(kind, fields)),
    );
    const injected = { from: request.from, name: request.name, id, message, addressing: request.addressing };
    if (request.type === 'view-once')
      return this.phones.writeUnavailable(accountKey, injected, { type: 'view_once' });
    if (request.type === 'call' && request.call?.durationS === undefined) {
      for (const tag of ['offer', 'terminate'])
        this.push(accountKey, callNode(tag, id, customer, request.call?.video ?? false));
      return id;
    }
    return this.phones.write(accountKey, {
      ...injected,
      ...(request.group === undefined ? {} : { group: request.group.id }),
      attrs: {
        type: request.type === 'reaction' ? 'reaction' : request.media === undefined ? 'text' : 'media',
        ...EDIT_MARKS[request.type],
      },
    });
  }

  /** Makes the account's phone send a part of its history to its device. */
  tellPast(accountKey: string, past: Past): Promise<string> {
    return this.phones.tellDevice(accountKey, this.noticeOfPast(accountKey, past));
  }

  /** Returns the phone's history notice, and uploads the part to the media servers. */
  noticeOfPast(accountKey: string, past: Past): proto.IMessage {
    return pastNotice(linkedAccount(this.accounts, accountKey), this.accounts, this.media, past);
  }

  /**
   * Returns the history notice of a part with a given size; the part is on the media servers when the promise
   * resolves.
   */
  async noticeOfLargePast(accountKey: string, past: LargePast): Promise<proto.IMessage> {
    const account = this.accounts.get(accountKey);
    if (account === undefined) throw new RangeError('no such connection');
    return largePastNotice(account, this.accounts, this.media, past);
  }

  /** Makes the account's phone save contacts, and tell its device. */
  tellAddressBook(accountKey: string, people: readonly { number: string; name: string }[]): Promise<void> {
    return this.changeSettings(
      accountKey,
      people.map(({ number, name }) => contactChange(number, name)),
    );
  }

  /** Changes settings on the account's phone, and tells its device; with the first change it gets the phone's key. */
  async changeSettings(accountKey: string, changes: readonly WAPatchCreate[]): Promise<void> {
    const { deviceId } = linkedAccount(this.accounts, accountKey);
    const settings = this.appStateOf(accountKey);
    const notices = await settings.change(changes);
    const keyShare = settings.shareKey(deviceId);
    if (keyShare !== undefined) await this.phones.tellDevice(accountKey, keyShare);
    for (const notice of notices) this.push(accountKey, notice);
  }

  /** Returns the settings that an account's phone and device share. */
  appStateOf(accountKey: string): AppState {
    const known = this.appStates.get(accountKey) ?? new AppState(this.journal, accountKey);
    this.appStates.set(accountKey, known);
    return known;
  }

  /**
   * Opens a customer's or group's chat on the account's phone: the customer sees the messages as read, and the
   * account's device hears of it. `hidden`: the account hides its read receipts, so only its device hears.
   */
  readOnPhone(accountKey: string, contact: string, { hidden = false } = {}): void {
    const account = linkedAccount(this.accounts, accountKey);
    const unread = this.lines
      .of(contact, accountKey)
      .filter(({ fromCustomer, ack }) => fromCustomer && ack < 3);
    const ids = unread.map(({ id }) => id);
    if (!hidden) for (const line of unread) this.lines.raiseAck(line, 3);
    const [last] = ids.splice(-1);
    if (last === undefined) throw new RangeError('every message of the chat is read');
    const group = unread[0]?.group;
    const chat = group ?? lidJid(this.accounts.customer(contact, '').lid);
    const own = lidJid(account.lid);
    this.push(accountKey, {
      tag: 'receipt',
      attrs: {
        id: last,
        ...(group === undefined ? { from: own, recipient: chat } : { from: chat, participant: own }),
        t: nowS(),
        type: hidden ? 'read-self' : 'read',
      },
      content: [{ tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) }],
    });
  }

  /** Changes the picture of a customer, by number, or of a group, by id, and notifies the account's device. */
  changePicture(accountKey: string, contact: string, picture: FakePicture): void {
    const isGroup = linkedAccount(this.accounts, accountKey).groups[groupJidOf(contact)] !== undefined;
    const jid = isGroup ? groupJidOf(contact) : lidJid(this.accounts.customer(contact, '').lid);
    this.push(accountKey, this.pictures.change(contact, jid, picture));
  }

  /** Sends a stanza to the device unchanged. */
  push(accountKey: string, node: BinaryNode): void {
    this.mailbox.keep(accountKey, node);
    this.links.get(accountKey)?.send(node);
  }

  /** Returns the ids of messages that customers' phones could not decrypt and requested again. */
  askedAgain(): string[] {
    return [...this.retries.keys()];
  }

  /** Returns a person's JIDs, for custom stanzas. */
  jidsOf(number: string): { lid: string; phone: string } {
    return { lid: lidJid(this.accounts.customer(number, '').lid), phone: phoneJid(number) };
  }

  /** Simulates a reset of a customer's phone: it cannot decrypt its last message, and requests it again. */
  loseSession(accountKey: string, messageId: string, asker?: string): void {
    const account = linkedAccount(this.accounts, accountKey);
    const line = this.lines.get(account.key, messageId);
    if (line === undefined) throw new RangeError('no such message');
    const customer = this.accounts.customer(asker ?? this.readerOf(line), '');
    forgetSessions(this.journal, account.key, customer.number);
    this.askAgain(account, customer, messageId, line.group ?? '');
  }

  /** Returns the messages between a customer, or a group, and the accounts, oldest first. */
  conversation(contact: string, accountKey?: string): Line[] {
    return this.lines.of(contact, accountKey);
  }

  /** Resolves with the next message of a customer or group, or when the signal aborts. */
  nextLine(contact: string, signal: AbortSignal): Promise<void> {
    return this.lines.next(contact, signal);
  }

  /** Returns a file as the customer's phone shows it, decrypted. */
  openMedia(id: string): { bytes: Buffer; mimeType: string } | undefined {
    const bytes = this.media.get(`${id}-plain`);
    const line = this.lines.find(({ media }) => media?.id === id);
    return bytes === undefined || line?.media === undefined
      ? undefined
      : { bytes, mimeType: line.media.mimeType };
  }

  /** Simulates the customer's phone reporting that a message was delivered, read or played. */
  report(messageId: string, ack: number): boolean {
    const line = this.lines.find(({ id, fromCustomer }) => id === messageId && !fromCustomer);
    if (line !== undefined) this.reportLine(line, ack);
    return line !== undefined;
  }

  close(): void {
    for (const link of this.links.values()) link.terminate();
    for (const { link } of this.pairing.values()) link.terminate();
    this.journal.close();
  }

  private async login(link: DeviceLink, payload: proto.ClientPayload): Promise<void> {
    const account = this.accounts.get(link.accountKey);
    if (account === undefined) return link.terminate();
    const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {};
    this.logins.push({
      account: account.key,
      version: [primary, secondary, tertiary].join('.'),
      routing: link.routing?.toString('base64'),
    });
    const refusal = this.refusals.get(account.key)?.shift();
    if (refusal !== undefined) return link.end({ tag: 'failure', attrs: refusal });
    if (payload.devicePairingData) {
      this.pairing.set(account.key, { link, device: bundleOf(payload.devicePairingData) });
      link.send(pairDeviceNode());
      return;
    }
    if (
      account.device === undefined ||
      Number(payload.username) !== Number(account.number) ||
      payload.device !== account.deviceId
    ) {
      link.end({ tag: 'failure', attrs: { reason: '401' } });
      return;
    }
    this.links.get(account.key)?.end(conflictNode);
    link.send({ tag: 'success', attrs: { t: nowS(), lid: `${account.lid}:${account.deviceId}@lid` } });
    link.send(edgeRoutingNode(account.key));
    const count = await this.handOver(link);
    link.send({ tag: 'ib', attrs: {}, content: [{ tag: 'offline', attrs: { count: String(count) } }] });
  }

  /** Sends waiting stanzas first, in order, and only then new ones. Returns the number of waiting stanzas. */
  private async handOver(link: DeviceLink): Promise<number> {
    const sent = new Set<string>();
    for (let seen = -1; seen !== this.mailbox.kept; ) {
      seen = this.mailbox.kept;
      for (const [name, node] of await this.mailbox.waiting(link.accountKey)) {
        if (sent.has(name)) continue;
        link.send({ ...node, attrs: { ...node.attrs, offline: String(sent.size) } });
        sent.add(name);
      }
    }
    if (link.isOpen) this.links.set(link.accountKey, link);
    return sent.size;
  }

  private async receive(link: DeviceLink, node: BinaryNode): Promise<void> {
    const account = this.accounts.get(link.accountKey);
    if (account === undefined) return;
    const id = node.attrs.id ?? '';
    switch (node.tag) {
      case 'iq':
        return this.receiveIq(link, account, node);
      case 'message':
        return this.phones.oneAtATime(`${account.key}/${node.attrs.to}`, () =>
          this.deliver(link, account, node),
        );
      case 'chatstate':
        if (Array.isArray(node.content) && node.content[0]?.tag === 'composing')
          this.typed.push({ account: account.key, to: node.attrs.to ?? '' });
        return;
      case 'ack':
        this.pairing.get(account.key)?.refresh?.hear(node);
        this.mailbox.acknowledge(account.key, node.attrs.class ?? '', id, node.attrs.type ?? '');
        return;
      case 'receipt':
        if (node.attrs.type === 'retry') return this.phones.sendAgain(account, node);
        if (node.attrs.type === 'server-error') return this.phones.uploadAgain(account, node);
        for (const each of [id, ...itemsOf(node)]) {
          this.mailbox.settle(account.key, each);
          this.phones.delivered(each);
          const line = this.lines.get(account.key, each);
          const ack = node.attrs.type === 'read' ? 3 : 2;
          if (line?.fromCustomer === true) this.lines.raiseAck(line, ack);
        }
        link.send({ tag: 'ack', attrs: { class: 'receipt', id, from: node.attrs.to ?? '' } });
    }
  }

  private async receiveIq(link: DeviceLink, account: Account, iq: BinaryNode): Promise<void> {
    const child = Array.isArray(iq.content) ? iq.content[0] : undefined;
    if (child?.tag === 'pair-device-sign') {
      link.end(streamError('515'));
      return;
    }
    if (child?.tag === 'link_code_companion_reg') {
      this.receiveCode(link, account, iq, child);
      return;
    }
    if (child?.tag === 'remove-companion-device') this.accounts.save({ ...account, device: undefined });
    if (iq.attrs.type === 'result') return;
    if (this.isOverLimit(iq.attrs.xmlns ?? '')) {
      link.send(overLimitNode(iq));
      return;
    }
    if (iq.attrs.xmlns === 'w:profile:picture') {
      const contact = askedContact(iq, (jid) => this.accounts.phoneOf(account, jid));
      const answer = this.pictures.answer(iq, contact, this.mediaHost);
      if (answer !== undefined) link.send(answer);
      return;
    }
    const isSettings = iq.attrs.xmlns === 'w:sync:app:state' && child !== undefined;
    const content = isSettings ? await this.appStateOf(account.key).answer(child) : undefined;
    const context = {
      account,
      standing: this.standings.get(account.key) ?? {},
      mediaHost: this.mediaHost,
      phoneOf: (jid: string) => this.accounts.phoneOf(account, jid),
      storePreKeys: (node: BinaryNode) => this.accounts.storePreKeys(account, node),
    };
    link.send(answerIq(context, iq, content));
  }

  private isOverLimit(namespace: string): boolean {
    this.queries.set(namespace, (this.queries.get(namespace) ?? 0) + 1);
    const left = this.queryLimits.get(namespace) ?? 0;
    this.queryLimits.set(namespace, Math.max(0, left - 1));
    return left > 0;
  }

  /** Delivers a device's message to its customer, unless a fault is due. */
  private async deliver(link: DeviceLink, account: Account, node: BinaryNode): Promise<void> {
    const fault = node.attrs.category === 'peer' ? undefined : this.faults.shift();
    const { id = '', to = '' } = node.attrs;
    const ack: BinaryNode = { tag: 'ack', attrs: { class: 'message', id, from: to, t: nowS() } };
    if (node.attrs.category === 'peer') {
      link.send(ack);
      return this.phones.answerDevice(account, node);
    }
    if (fault === 'drop') return link.terminate();
    if (fault === 'stall') return;
    if (fault === 'refuse' || fault === 'limit')
      return link.send({ ...ack, attrs: { ...ack.attrs, error: REFUSALS[fault] } });
    const { message, contact, failed } = await openSent(
      { journal: this.journal, account, phoneOf: (jid) => this.accounts.phoneOf(account, jid) },
      node,
    );
    if (this.lines.get(account.key, id) === undefined)
      for (const customer of failed) this.askAgain(account, customer, id, to);
    if (message !== undefined) {
      const timer = this.timerOf(account, contact);
      const stays = timer !== undefined && isShown(message) && expirationOf(message) !== timer.seconds;
      this.polls.note(account.key, id, message, account);
      this.lines.add(
        {
          account: account.key,
          id,
          contact,
          fromCustomer: false,
          ...(groupIdOf(to) === undefined ? {} : { group: to }),
        },
        {
          ...showMessage(message, (kind, fields) => this.keep(kind, fields)),
          ...(stays ? { stays } : {}),
        },
      );
    }
    link.send(ack);
    const line = this.lines.get(account.key, id);
    if (message !== undefined && line !== undefined) this.reportLine(line, 2);
  }

  /** Requests a message again from its sender, as a phone does that cannot decrypt the message. */
  private askAgain(account: Account, customer: Customer, id: string, chatJid: string): void {
    const count = (this.retries.get(id) ?? 0) + 1;
    if (count > MAX_RETRIES_ASKED) return;
    this.retries.set(id, count);
    const registration = Buffer.alloc(4);
    registration.writeUInt32BE(customer.registrationId);
    this.push(account.key, {
      tag: 'receipt',
      attrs: { id, ...senderOf(chatJid, customer), t: nowS(), type: 'retry' },
      content: [
        { tag: 'retry', attrs: { count: String(count), id, t: nowS(), v: '1' } },
        { tag: 'registration', attrs: {}, content: registration },
      ],
    });
  }

  /** Returns the number whose phone reports a message: in a group, its first member. */
  private readerOf({ account, contact, group }: Line): string {
    return this.accounts.get(account)?.groups[group ?? '']?.members[0] ?? contact;
  }

  private reportLine(line: Line, ack: number): void {
    this.lines.raiseAck(line, ack);
    const type = ack === 3 ? 'read' : ack === 4 ? 'played' : undefined;
    this.push(line.account, {
      tag: 'receipt',
      attrs: {
        id: line.id,
        ...senderOf(line.group ?? '', this.accounts.customer(this.readerOf(line), '')),
        t: nowS(),
        ...(type === undefined ? {} : { type }),
      },
    });
  }

  private quotedBy(account: Account, request: CustomerMessage): { quoted?: QuotedMessage } {
    if (request.quoted === undefined) return {};
    const line = this.lines.get(account.key, request.quoted);
    return {
      quoted: { id: request.quoted, fromCustomer: line?.fromCustomer ?? false, text: line?.text ?? '' },
    };
  }

  /** Returns the timer of an account's chat with a customer or group, by number or group id. */
  private timerOf(account: Account, contact: string): ChatTimer | undefined {
    const seconds = account.groups[groupJidOf(contact)]?.timerS ?? 0;
    return seconds === 0 ? this.timers.of(account.key, contact) : { seconds, setAtS: 0 };
  }

  /** Sets the timer of a customer's chat without a message about it, as long before the device was linked. */
  assumeTimer(accountKey: string, number: string, seconds: number): void {
    this.timers.set(accountKey, number, { seconds, setAtS: 0 });
  }

  /** Sets the timer of a group, and notifies the account's device. Returns the notification's id. */
  private setGroupTimer(account: Account, groupId: string, seconds: number, by: Customer): string {
    const group = account.groups[groupJidOf(groupId)];
    if (group === undefined) throw new RangeError('no such group');
    group.timerS = seconds;
    this.accounts.save(account);
    const notice = groupTimerNotice(groupJidOf(groupId), seconds, by);
    this.push(account.key, notice);
    return notice.attrs.id ?? '';
  }

  /** Adds a person to a group of the account, and notifies the account's device. */
  addToGroup(accountKey: string, groupId: string, number: string): void {
    const account = linkedAccount(this.accounts, accountKey);
    const groupJid = groupJidOf(groupId);
    const group = account.groups[groupJid];
    if (group === undefined) throw new RangeError('no such group');
    this.join(account, groupJid, group.name, this.accounts.customer(number, ''));
    this.accounts.save(account);
  }

  /** Removes a person from a group, and notifies the account's device. */
  removeFromGroup(accountKey: string, groupId: string, number: string): void {
    const account = linkedAccount(this.accounts, accountKey);
    const groupJid = groupJidOf(groupId);
    const group = account.groups[groupJid];
    if (group === undefined) throw new RangeError('no such group');
    group.members = group.members.filter((member) => member !== number);
    this.accounts.save(account);
    this.push(accountKey, groupNotice(groupJid, 'remove', this.accounts.customer(number, '')));
  }

  private join(account: Account, groupJid: string, name: string, customer: Customer): void {
    const known = account.groups[groupJid];
    if (known?.members.includes(customer.number)) {
      known.name = name;
      return;
    }
    const members = [...(known?.members ?? []), customer.number];
    account.groups[groupJid] = { name, members, timerS: known?.timerS ?? 0 };
    if (known !== undefined) this.push(account.key, groupNotice(groupJid, 'add', customer));
  }

  private keep(kind: MediaKind, fields: MediaLike): NonNullable<Shown['media']> {
    const name = (fields.directPath ?? '').split('/').at(-1) ?? '';
    const plain = this.media.open(kind, name, fields.mediaKey ?? Buffer.alloc(0));
    const mimeType = fields.mimetype ?? 'application/octet-stream';
    if (plain !== undefined) this.media.put(`${name}-plain`, plain);
    return {
      id: name,
      mimeType,
      size: plain?.length ?? 0,
      ...(fields.fileName ? { fileName: fields.fileName } : {}),
    };
  }
}

interface MediaLike {
  mimetype?: string | null;
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
  fileName?: string | null;
}
