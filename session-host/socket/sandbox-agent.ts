import { Agent } from 'node:https';
import { connect } from 'node:net';

/** Sends Baileys' uploads, always HTTPS, over plain HTTP to the sandbox's media server on the loopback. */
export class SandboxAgent extends Agent {
  private readonly origin: URL;

  constructor(origin: string) {
    super({ keepAlive: false });
    this.origin = new URL(origin);
  }

  override createConnection() {
    return connect(Number(this.origin.port), this.origin.hostname);
  }
}
