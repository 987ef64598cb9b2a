import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import * as curve from 'libsignal/src/curve.js';

const NOISE_MODE = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');
const WA_HEADER = Buffer.from([87, 65, 6, 3]);
/**
 * Start of the intro of a client with routing info (the WhatsApp edge to return to): `ED`, two bytes, then a length
 * in three bytes.
 */
const ROUTING_MARK = Buffer.from([69, 68, 0, 1]);
const ROUTING_HEADER_BYTES = ROUTING_MARK.length + 3;
const EMPTY = Buffer.alloc(0);
const TAG_BYTES = 16;
/**
 * WhatsApp's public Noise certificates, as its servers present them. Clients verify the chain, which does not cover
 * the session's own key. Taken from @openclaw/crabline (MIT).
 */
const CERT_CHAIN = Buffer.from(
  'CncKMwjjAhADGiCRKg7Kg1iu4CSulwLBaxX51Tefw6VXGgZqcr5OEbXIRiDQ04bOBijQjZ/TBhJA34Bj82jAHhLpCWBNVBlGnFDieamd8+138S57uMt9ke9mrn5r4+VepwBPKEgHjob6bR70rlCmWDkxZv+CfVjIAxJ2CjIIAxAAGiAcUamsMDmUxsjQuS6hh4pTNHZZnMWZ++o1mX2aqQzOYiCAka6+Bij/3rfcBhJAJw8pRkhTn+1IcOJQVN1OlZg6uikYnCumyO7acFVVX3U3QPXsGSq2TCbCbWrebSC593Su43EgprIDlfU8ZgWFBw==',
  'base64',
);

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
const ivOf = (counter: number): Buffer => {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter, 8);
  return iv;
};
const seal = (key: Buffer, counter: number, aad: Buffer, plain: Uint8Array): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, ivOf(counter));
  cipher.setAAD(aad);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};
const open = (key: Buffer, counter: number, aad: Buffer, sealed: Uint8Array): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, ivOf(counter), { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
};

/** The server side of WhatsApp's Noise XX handshake and of the encrypted frames after it. */
export class NoiseServer {
  private hash: Buffer = NOISE_MODE;
  private salt: Buffer = NOISE_MODE;
  private key: Buffer = NOISE_MODE;
  private counter = 0;
  private ephemeral: curve.CurveKeyPair | undefined;
  private transport: { read: Buffer; write: Buffer; reads: number; writes: number } | undefined;
  private pending: Buffer = EMPTY;
  private introSeen = false;
  private route: Buffer | undefined;

  constructor() {
    this.mixHash(WA_HEADER);
  }

  get isOpen(): boolean {
    return this.transport !== undefined;
  }

  /** Returns the routing info in the client's intro; undefined for none. */
  get routing(): Buffer | undefined {
    return this.route;
  }

  /** Splits received bytes into complete frames. */
  takeFrames(data: Buffer): Buffer[] {
    this.pending = this.pending.length === 0 ? data : Buffer.concat([this.pending, data]);
    if (!this.introSeen && !this.takeIntro()) return [];
    const frames: Buffer[] = [];
    while (this.pending.length >= 3) {
      const size = this.pending.readUIntBE(0, 3);
      if (this.pending.length < size + 3) break;
      frames.push(this.pending.subarray(3, size + 3));
      this.pending = this.pending.subarray(size + 3);
    }
    return frames;
  }

  /** Whether the intro has arrived completely: routing info, if the client has any, then WhatsApp's header. */
  private takeIntro(): boolean {
    const marked = this.pending.subarray(0, ROUTING_MARK.length);
    let start = 0;
    if (marked.equals(ROUTING_MARK)) {
      if (this.pending.length < ROUTING_HEADER_BYTES) return false;
      start = ROUTING_HEADER_BYTES + this.pending.readUIntBE(ROUTING_MARK.length, 3);
    }
    const end = start + WA_HEADER.length;
    if (this.pending.length < end) return false;
    if (!this.pending.subarray(start, end).equals(WA_HEADER)) throw new Error('not a WhatsApp client');
    if (start > 0) this.route = this.pending.subarray(ROUTING_HEADER_BYTES, start);
    this.pending = this.pending.subarray(end);
    this.introSeen = true;
    return true;
  }

  /** Handles the client's first frame; the returned answer is sent unencrypted. */
  answerHello(frame: Buffer): Buffer {
    const hello = proto.HandshakeMessage.decode(frame).clientHello;
    if (!hello?.ephemeral) throw new Error('no client hello');
    const clientEphemeral = Buffer.from(hello.ephemeral);
    this.mixHash(clientEphemeral);
    this.ephemeral = curve.generateKeyPair();
    const own = curve.generateKeyPair();
    const publicEphemeral = this.ephemeral.pubKey.subarray(1);
    this.mixHash(publicEphemeral);
    this.mixKey(curve.calculateAgreement(prefixed(clientEphemeral), this.ephemeral.privKey));
    const encryptedStatic = this.encrypt(own.pubKey.subarray(1));
    this.mixKey(curve.calculateAgreement(prefixed(clientEphemeral), own.privKey));
    const payload = this.encrypt(CERT_CHAIN);
    return framed(
      proto.HandshakeMessage.encode({
        serverHello: { ephemeral: publicEphemeral, static: encryptedStatic, payload },
      }).finish(),
    );
  }

  /** Handles the client's second frame; returns the identity that the client claims. */
  finish(frame: Buffer): proto.ClientPayload {
    const message = proto.HandshakeMessage.decode(frame).clientFinish;
    if (!message?.static || !message.payload || this.ephemeral === undefined)
      throw new Error('no client finish');
    const clientStatic = this.decrypt(Buffer.from(message.static));
    this.mixKey(curve.calculateAgreement(prefixed(clientStatic), this.ephemeral.privKey));
    const payload = proto.ClientPayload.decode(this.decrypt(Buffer.from(message.payload)));
    const [read, write] = this.expand(EMPTY);
    this.transport = { read, write, reads: 0, writes: 0 };
    return payload;
  }

  async decodeNode(frame: Buffer): Promise<BinaryNode> {
    if (this.transport === undefined) throw new Error('handshake is not finished');
    return decodeBinaryNode(open(this.transport.read, this.transport.reads++, EMPTY, frame));
  }

  encodeNode(node: BinaryNode): Buffer {
    if (this.transport === undefined) throw new Error('handshake is not finished');
    return framed(seal(this.transport.write, this.transport.writes++, EMPTY, encodeBinaryNode(node)));
  }

  private mixHash(data: Uint8Array): void {
    this.hash = sha256(Buffer.concat([this.hash, data]));
  }

  private mixKey(input: Buffer): void {
    const [salt, key] = this.expand(input);
    this.salt = salt;
    this.key = key;
    this.counter = 0;
  }

  private expand(input: Buffer): [Buffer, Buffer] {
    const bytes = Buffer.from(hkdfSync('sha256', input, this.salt, '', 64));
    return [bytes.subarray(0, 32), bytes.subarray(32)];
  }

  private encrypt(plain: Uint8Array): Buffer {
    const sealed = seal(this.key, this.counter++, this.hash, plain);
    this.mixHash(sealed);
    return sealed;
  }

  private decrypt(sealed: Buffer): Buffer {
    const plain = open(this.key, this.counter++, this.hash, sealed);
    this.mixHash(sealed);
    return plain;
  }
}

const prefixed = (key: Buffer): Buffer => (key.length === 33 ? key : Buffer.concat([Buffer.from([5]), key]));

const framed = (data: Uint8Array): Buffer => {
  const frame = Buffer.allocUnsafe(3 + data.length);
  frame.writeUIntBE(data.length, 0, 3);
  frame.set(data, 3);
  return frame;
};
