import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type BinaryNode, jidNormalizedUser, type WASocket } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import type { History } from '../history/history.ts';
import { isStanza } from '../socket/signal-repository.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { chatKey, numberOf, toIdentities } from './identities.ts';
import type { InboundSink } from './inbound-sink.ts';
import { namesOf, type PhoneChange, pictureChangeOf, readingOf, settingsChanges } from './phone-changes.ts';

interface OwnPhonePorts {
  ref: ConnectionRef;
  sink: InboundSink;
  /** Stores the phone's contacts. */
  history: Pick<History, 'learn'>;
  /** JIDs of the connection's own account. */
  me: () => readonly string[];
  order: ArrivalOrder;
  /** Returns one id for a chat, whichever id of the person it is. */
  chatOf: (jid: string) => string;
  /** Runs a look-up after the earlier ones of the same chat. */
  inOrder: (chat: string, lookUp: () => Promise<void>) => Promise<void>;
}

/**
 * Passes on what the account's user does on the phone: reads chats, and names contacts; and that contacts and groups
 * change their pictures. The changes are not in the write-ahead log: if the process crashes, a ticket stays unread, or
 * its contact keeps the earlier name or picture.
 */
export class OwnPhone {
  private readonly ports: OwnPhonePorts;
  private count = 0;
  private naming: Promise<unknown> = Promise.resolve();

  constructor(ports: OwnPhonePorts) {
    this.ports = ports;
  }

  listen(socket: WASocket): void {
    socket.ws.on('frame', (frame: unknown) => {
      if (isStanza(frame, 'receipt')) this.onReceipt(socket, frame);
      if (isStanza(frame, 'iq')) void this.onSettings(socket, frame);
      if (isStanza(frame, 'notification')) this.onNotification(socket, frame);
    });
    const { ref, history } = this.ports;
    socket.ev.on('contacts.upsert', (contacts) => {
      history.learn(ref, contacts).catch((error: unknown) => {
        log.warn('contacts of the phone not kept', { ...ref, ...errorFields(error) });
      });
      for (const named of namesOf(contacts, Date.now())) this.hear(socket, named);
    });
  }

  private onReceipt(socket: WASocket, receipt: BinaryNode): void {
    const reading = readingOf(receipt, this.ports.me(), Date.now());
    if (reading !== undefined) this.hear(socket, reading);
  }

  private onNotification(socket: WASocket, notification: BinaryNode): void {
    const picture = pictureChangeOf(notification, this.ports.me());
    if (picture !== undefined) this.hear(socket, picture);
  }

  private async onSettings(socket: WASocket, answer: BinaryNode): Promise<void> {
    const { keys } = socket.authState;
    const keyOf = async (id: string) => (await keys.get('app-state-sync-key', [id]))[id];
    try {
      for (const change of await settingsChanges(answer, keyOf, Date.now())) this.hear(socket, change);
    } catch (error) {
      log.warn('settings of the phone are unreadable', { ...this.ports.ref, ...errorFields(error) });
    }
  }

  /** Passes a change on: names one by one, because thousands at once would delay the messages of all connections. */
  private hear(socket: WASocket, change: PhoneChange): void {
    if (change.change.type === 'chat-read') void this.pass(socket, change);
    else this.naming = this.naming.then(() => this.pass(socket, change));
  }

  /** Passes a change on after the stanzas of its chat that arrived before it. Resolves when the queue has accepted it. */
  private async pass(socket: WASocket, { jids, change }: PhoneChange): Promise<void> {
    const { ref, sink, order, chatOf, inOrder } = this.ports;
    const chat = chatOf(jidNormalizedUser(jids[0]));
    let accepted: Promise<void> | undefined;
    const begin = (): Promise<void> =>
      inOrder(chat, async () => {
        const { lidMapping } = socket.signalRepository;
        const numbers = await Promise.all(jids.map((jid) => numberOf(lidMapping, jid)));
        const identities = toIdentities(...jids, ...numbers);
        const [first] = identities;
        if (first === undefined) return;
        const about = { isGroup: first.kind === 'group', identities };
        const base = { v: 1, ...ref, channel: 'whatsapp', receivedAt: Date.now(), chat: about } as const;
        // Not awaited here, because the look-up has a time limit.
        accepted = sink.push({ event: { ...base, ...change }, chatKey: chatKey(identities) });
      });
    this.count += 1;
    const turn = `own-phone ${this.count}`;
    order.arrive(turn, chat);
    try {
      // Not redelivered after the end of the socket, so later messages must not wait for it.
      if (!(await order.turn(turn, begin))) order.drop(turn);
      await accepted;
    } catch (error) {
      log.warn('a change of a contact or chat is not passed on', { ...ref, ...errorFields(error) });
    }
  }
}
