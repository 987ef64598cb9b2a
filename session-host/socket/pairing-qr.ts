import { randomBytes } from 'node:crypto';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type AuthenticationCreds, type BinaryNode, getBinaryNodeChild, type WASocket } from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';

const REFRESH = 'companion_reg_refresh';
/** WhatsApp Web takes a refresh with either of them, and no other. */
const REFRESH_CHILDREN: readonly string[] = [REFRESH, 'pair-device-rotate-qr'];
const SECRET_BYTES = 32;
/** A code is `…#<ref>,<noise key>,<identity key>,<secret>,<platform>`. */
const SECRET_FIELD = -2;

const withSecret = (qr: string, secret: string): string => qr.split(',').with(SECRET_FIELD, secret).join(',');

/**
 * The QR codes of one socket, and WhatsApp's request to replace their secret (`companion_reg_refresh`), which comes when a
 * phone begins to link the device: a device that keeps its code is never linked. Baileys ignores the request, and draws
 * all codes of a socket with the secret that the first one had.
 */
export class PairingQr {
  private readonly ref: ConnectionRef;
  private readonly socket: WASocket;
  private readonly creds: AuthenticationCreds;
  private readonly onReplaced: (qr: string) => void;
  /** The secret of the codes; a code that was typed on a phone replaces it with one that both derived. */
  private secret: string;
  private drawn: string | undefined;

  /** @param onReplaced called with the code to show instead of the one that is shown */
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

  /** Returns the code as it must be shown: with the secret of now. */
  draw(qr: string): string {
    this.drawn = qr;
    return withSecret(qr, this.creds.advSecretKey);
  }

  private hear(node: BinaryNode): void {
    // Baileys acknowledges notices once it knows an account; before that its attempt fails (7.0.0-rc14).
    if (this.creds.me === undefined) void this.acknowledge(node);
    if (node.attrs.type !== REFRESH || this.creds.account !== undefined) return;
    if (!REFRESH_CHILDREN.some((tag) => getBinaryNodeChild(node, tag) !== undefined)) return;
    // A code was typed: the phone signs with the secret that was derived from it.
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
