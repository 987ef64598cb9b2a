import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { PairingFailure } from '@prosa/shared/entities/connection.ts';
import { type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys';
import type { ConnectionRef, PairingAnswer, SessionStore } from '../connections/ports.ts';

/** How long a request waits for a socket on which it can be sent. */
const SOCKET_WAIT_MS = 20_000;
/** Timeout of WhatsApp's answer to the request. */
const ANSWER_WAIT_MS = 15_000;
const TOO_MANY = '429';

const failureOf = (answer: BinaryNode): PairingFailure =>
  getBinaryNodeChild(answer, 'error')?.attrs.code === TOO_MANY ? 'too-many' : 'refused';

/** The code of one connection for typing on a phone, at most one at a time. */
export class PairingCode {
  private readonly ref: ConnectionRef;
  private readonly store: SessionStore;
  /** The last request that was carried out. */
  private askedAt = 0;
  /** The shown code's socket, which is being linked. */
  private shown: { socket: WASocket; askedAt: number } | undefined;

  constructor(ref: ConnectionRef, store: SessionStore) {
    this.ref = ref;
    this.store = store;
  }

  /** Whether a code is shown that belongs to this socket. */
  isShown(socket: WASocket | undefined): boolean {
    return socket !== undefined && this.shown?.socket === socket;
  }

  /**
   * Requests a code for the phone with a number, and reports it once WhatsApp accepted the request, or why there is
   * none. A repeated request gets the same code. Baileys creates the code itself and returns it without waiting for
   * WhatsApp's answer, although no phone accepts a code whose request was refused.
   * @param whenReady resolves with a socket that shows QR codes
   */
  async ask(
    number: string,
    askedAt: number,
    whenReady: (timeoutMs: number) => Promise<WASocket | undefined>,
  ): Promise<void> {
    if (askedAt <= this.askedAt) return;
    this.askedAt = askedAt;
    const socket = await whenReady(SOCKET_WAIT_MS);
    if (socket === undefined) return this.tell(askedAt, { failure: 'unavailable' });
    try {
      const refusal = this.refusalOver(socket, askedAt);
      const code = await socket.requestPairingCode(number);
      const failure = await refusal;
      if (failure === undefined) this.shown = { socket, askedAt };
      await this.tell(askedAt, failure === undefined ? { code } : { failure });
    } catch (error) {
      log.warn('no pairing code', { ...this.ref, ...errorFields(error) });
      await this.tell(askedAt, { failure: 'unavailable' });
    }
  }

  /**
   * Resolves with WhatsApp's reason for refusing the request, or undefined if it accepts. A later error means that it
   * refused the typed code: the code is withdrawn.
   */
  private refusalOver(socket: WASocket, askedAt: number): Promise<PairingFailure | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('unavailable'), ANSWER_WAIT_MS);
      const finish = (failure?: PairingFailure): void => {
        clearTimeout(timer);
        resolve(failure);
      };
      socket.ws.on('CB:iq,type:result,link_code_companion_reg', () => finish());
      socket.ws.on('close', () => finish('unavailable'));
      socket.ws.on('CB:iq,type:error', (answer: BinaryNode) => {
        finish(failureOf(answer));
        this.withdraw(askedAt, failureOf(answer));
      });
    });
  }

  private withdraw(askedAt: number, failure: PairingFailure): void {
    if (this.shown?.askedAt !== askedAt) return;
    this.shown = undefined;
    void this.tell(askedAt, { code: '', failure });
  }

  private async tell(askedAt: number, answer: PairingAnswer): Promise<void> {
    await this.store.answerPairing(this.ref, askedAt, answer).catch((error: unknown) => {
      log.error('pairing code not told', { ...this.ref, ...errorFields(error) });
    });
  }
}
