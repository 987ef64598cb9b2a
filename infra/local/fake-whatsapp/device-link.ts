import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import type { proto } from 'baileys/WAProto/index.js';
import type { WebSocket } from 'ws';
import { NoiseServer } from './noise-server.ts';

export interface LinkHandlers {
  /** Called when the client finished the handshake and identified itself. */
  onLogin: (link: DeviceLink, payload: proto.ClientPayload) => Promise<void>;
  onNode: (link: DeviceLink, node: BinaryNode) => Promise<void>;
  onClose: (link: DeviceLink) => void;
}

/** One socket of one linked device. Nodes are handled one after the other, in order of arrival. */
export class DeviceLink {
  readonly accountKey: string;
  private readonly socket: WebSocket;
  private readonly noise = new NoiseServer();
  private readonly handlers: LinkHandlers;
  private chain: Promise<void> = Promise.resolve();
  private stage: 'hello' | 'finish' | 'open' = 'hello';

  constructor(accountKey: string, socket: WebSocket, handlers: LinkHandlers) {
    this.accountKey = accountKey;
    this.socket = socket;
    this.handlers = handlers;
    socket.on('message', (data: Buffer) => {
      this.chain = this.chain.then(() => this.receive(data)).catch(() => this.socket.terminate());
    });
    socket.on('close', () => handlers.onClose(this));
    socket.on('error', () => socket.terminate());
  }

  get isOpen(): boolean {
    return this.stage === 'open' && this.socket.readyState === this.socket.OPEN;
  }

  /** Returns the routing info with which the device connected; undefined for none. */
  get routing(): Buffer | undefined {
    return this.noise.routing;
  }

  send(node: BinaryNode): void {
    if (this.isOpen) this.socket.send(this.noise.encodeNode(node));
  }

  /** Sends a reason, as WhatsApp does, and closes the connection. */
  end(node?: BinaryNode): void {
    if (node !== undefined) this.send(node);
    this.socket.close();
  }

  terminate(): void {
    this.socket.terminate();
  }

  private async receive(data: Buffer): Promise<void> {
    for (const frame of this.noise.takeFrames(data)) {
      if (this.stage === 'hello') {
        this.socket.send(this.noise.answerHello(frame));
        this.stage = 'finish';
      } else if (this.stage === 'finish') {
        const payload = this.noise.finish(frame);
        this.stage = 'open';
        await this.handlers.onLogin(this, payload);
      } else {
        await this.handlers.onNode(this, await this.noise.decodeNode(frame));
      }
    }
  }
}
