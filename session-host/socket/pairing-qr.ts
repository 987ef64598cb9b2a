import { randomBytes } from 'node:crypto';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type AuthenticationCreds, type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';

const REFRESH = 'companion_reg_refresh';
/** WhatsApp Web accepts a refresh with one of these children, and no other. */
const REFRESH_CHILDREN: readonly string[] = [REFRESH, 'pair-device-rotate-qr'];
const SECRET_BYTES = 32;
/** A QR code is `…#<ref>,<noise key>,<identity key>,<secret>,<platform>`. */
const SECRET_FIELD = -2;

const withSecret = (qr: string, secret: string): string => qr.split(',').with(SECRET_FIELD, secret).join(',');

/**
 * The QR codes of one socket. Handles WhatsApp's request to replace their secret (`companion_reg_refresh`), which
 * arrives when a phone begins to link the device: without a new secret the device is never linked. Baileys ignores
 * the request, and creates all codes of a socket with the secret of the first one.
 */
export class PairingQr {
  private readonly ref: ConnectionRef;
  private readonly socket: WASocket;
  private readonly creds: AuthenticationCreds;
  private readonly onReplaced: (qr: string) => void;
  /**
   * The current secret of the QR codes; a pairing code typed on a phone replaces it by a secret that both sides
   * derived.
   */
  private secret: string;
  private drawn: string | undefined;

  /** @param onReplaced called with the QR code to show instead of the current one */
  constructor(
    ref: ConnectionRef,
    socket: WASocket,
    creds: AuthenticationCreds,
    onReplaced: (qr: string) => void,
  ) {
    this.ref = ref;
    this.socket = socket;
    this.creds = creds;
    this.onReplaced = onReplaced;
    this.secret = creds.advSecretKey;
    socket.ws.on('CB:notification', (node: BinaryNode) => this.hear(node));
  }

  /** Returns the QR code with the current secret. */
  draw(qr: string): string {
    this.drawn = qr;
    return withSecret(qr, this.creds.advSecretKey);
  }

  private hear(node: BinaryNode): void {
    // Baileys acknowledges notices only once it has an account; before that its attempt fails (7.0.0-rc14).
    if (this.creds.me === undefined) void this.acknowledge(node);
    if (node.attrs.type !== REFRESH || this.creds.account !== undefined) return;
    if (!REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(node, tag) !== undefined)) return;
    // A pairing code was typed: the phone signs with the secret derived from it.
    if (this.creds.advSecretKey !== this.secret) return;
    this.secret = randomBytes(SECRET_BYTES).toString('base64');
    this.socket.ev.emit('creds.update', { ...this.creds, advSecretKey: this.secret });
    log.info('the secret of the QR code was replaced', { ...this.ref });
    if (this.drawn !== undefined) this.onReplaced(withSecret(this.drawn, this.secret));
  }

  private async acknowledge({ tag, attrs }: BinaryNode): Promise<void> {
    const { id = '', from = '', type } = attrs;
    try {
      await this.socket.sendNode({
        tag: 'ack',
        attrs: { id, to: from, class: tag, ...(type === undefined ? {} : { type }) },
      });
    } catch (error) {
      log.warn('a notice was not acknowledged', { ...this.ref, ...errorFields(error) });
    }
  }
}
