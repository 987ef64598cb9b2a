import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import type { WASocket } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import { chatKey, toJid } from '../inbound/identities.ts';
import type { InboundSink } from '../inbound/inbound-sink.ts';
import { isRateLimit } from '../socket/rate-limit.ts';
import type { MediaServers, WriteObject } from './fetch-media.ts';
import { storeProfilePicture } from './profile-picture.ts';

type Question = Pick<SessionCommandOf<'fetch-profile'>, 'contactId' | 'person' | 'pictureKey'>;

interface Ports {
  ref: ConnectionRef;
  sink: Pick<InboundSink, 'push'>;
  servers: MediaServers;
  writeObject?: WriteObject | undefined;
  /** Returns the open socket, waiting a while for it. */
  whenOpen: () => Promise<Pick<WASocket, 'profilePictureUrl'> | undefined>;
  /** {@link WINDOW_MS} when absent; for tests. */
  windowMs?: number | undefined;
}

/** Questions per connection and minute, so that WhatsApp does not take the account for a collector of pictures. */
export const MAX_PER_WINDOW = 6;
const WINDOW_MS = 60_000;
/** Questions that wait: those of five minutes. */
export const MAX_WAITING = 30;

/**
 * Asks WhatsApp for the pictures of one connection's contacts, one at a time, and reports each as a `profile` event.
 * Questions wait in memory, so no command and no message waits for them. Those that are too many, that get no answer,
 * or that are left when the process ends are dropped: the contact's next ticket asks again.
 */
export class ProfileQuestions {
  private readonly ports: Ports;
  private waiting: Question[] = [];
  private isAsking = false;
  /** When the last questions were asked, on the monotonic clock. */
  private asked: number[] = [];
  private readonly ended = new AbortController();

  constructor(ports: Ports) {
    this.ports = ports;
  }

  /** Adds a question, unless one for the same contact still waits. */
  add(question: Question): void {
    const isWaiting = this.waiting.some(({ contactId }) => contactId === question.contactId);
    if (this.ended.signal.aborted || isWaiting) return;
    if (this.waiting.length >= MAX_WAITING) {
      log.info('too many pictures are asked for at once', { ...this.ports.ref });
      return;
    }
    this.waiting.push(question);
    if (!this.isAsking) void this.askAll();
  }

  /** Drops everything that waits. */
  end(): void {
    this.waiting = [];
    this.ended.abort();
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    try {
      while (this.waiting.length > 0) {
        await this.pause();
        const question = this.waiting.shift();
        if (question !== undefined) await this.ask(question);
      }
    } finally {
      this.isAsking = false;
    }
  }

  /** Waits until another question may be asked, or the connection has ended. */
  private async pause(): Promise<void> {
    const windowMs = this.ports.windowMs ?? WINDOW_MS;
    const first = this.asked.at(-MAX_PER_WINDOW);
    const waitMs = first === undefined ? 0 : first + windowMs - performance.now();
    if (waitMs <= 0) return;
    // Rejects only when the connection ends; then nothing waits any more.
    await delay(waitMs, undefined, { signal: this.ended.signal, ref: false }).catch(() => undefined);
  }

  private async ask({ contactId, person, pictureKey: start }: Question): Promise<void> {
    const { ref, sink, servers, writeObject, whenOpen } = this.ports;
    const jid = toJid(person);
    const socket = jid === undefined || start === undefined ? undefined : await whenOpen();
    if (jid === undefined || start === undefined || socket === undefined) return;
    this.asked = [...this.asked.slice(1 - MAX_PER_WINDOW), performance.now()];
    // The time of the question, so that a removal that is reported meanwhile is newer than the answer.
    const receivedAt = Date.now();
    try {
      const pictureKey = await storeProfilePicture(socket, { jid, start }, servers, writeObject);
      const told = { type: 'profile', contactId, person, name: '', pictureKey } as const;
      await sink.push({
        event: { v: 1, ...ref, channel: 'whatsapp', receivedAt, ...told },
        chatKey: chatKey([person]),
      });
    } catch (error) {
      if (isRateLimit(error)) this.waiting = [];
      log.info('the picture of a contact is not known', { ...ref, contactId, ...errorFields(error) });
    }
  }
}
