import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { BinaryNode } from 'baileys/lib/WABinary/index.js';
import { proto } from 'baileys/WAProto/index.js';
import * as curve from 'libsignal/src/curve.js';
import type { Account } from './accounts.ts';
import type { DeviceBundle } from './phone.ts';
import { serverNotice } from './stanzas.ts';

const QR_REFS = 6;
const REFRESH = 'companion_reg_refresh';
const ACCOUNT_SIGNATURE_PREFIX = Buffer.from([6, 0]);

/** Returns the keys that a device presents for linking. */
export const bundleOf = (pairing: proto.ClientPayload.IDevicePairingRegistrationData): DeviceBundle => ({
  registrationId: Buffer.from(pairing.eRegid ?? []).readUInt32BE(),
  identity: Buffer.from(pairing.eIdent ?? []).toString('base64'),
  signedPreKey: {
    id: Buffer.from(pairing.eSkeyId ?? []).readUIntBE(0, 3),
    pub: Buffer.from(pairing.eSkeyVal ?? []).toString('base64'),
    signature: Buffer.from(pairing.eSkeySig ?? []).toString('base64'),
  },
  preKeys: [],
});

/** Returns the stanza with the references from which the device makes its QR codes, one after the other. */
export const pairDeviceNode = (): BinaryNode => ({
  tag: 'iq',
  attrs: { from: 's.whatsapp.net', type: 'set', id: randomBytes(6).toString('hex'), xmlns: 'md' },
  content: [
    {
      tag: 'pair-device',
      attrs: {},
      content: Array.from({ length: QR_REFS }, () => ({
        tag: 'ref',
        attrs: {},
        content: Buffer.from(`2@${randomBytes(24).toString('base64url')}`),
      })),
    },
  ],
});

/** Returns the device's secret in the scanned QR code. */
export const advSecretOf = (qr: string): Buffer => {
  const [, , , secret] = qr.slice(qr.indexOf('#') + 1).split(',');
  if (secret === undefined) throw new RangeError('not a QR code of WhatsApp');
  return Buffer.from(secret, 'base64');
};

/** Returns the phone's stanza after the scan: the device's identity, signed by the account. */
export const pairSuccessNode = (account: Account, device: DeviceBundle, advSecret: Buffer): BinaryNode => {
  const details = Buffer.from(
    proto.ADVDeviceIdentity.encode({
      rawId: randomInt(1, 2 ** 31),
      timestamp: Math.floor(Date.now() / 1000),
      keyIndex: account.deviceId,
    }).finish(),
  );
  const signed = Buffer.concat([ACCOUNT_SIGNATURE_PREFIX, details, Buffer.from(device.identity, 'base64')]);
  const identity = Buffer.from(
    proto.ADVSignedDeviceIdentity.encode({
      details,
      accountSignatureKey: Buffer.from(account.phone.identity.pub, 'base64').subarray(1),
      accountSignature: curve.calculateSignature(Buffer.from(account.phone.identity.priv, 'base64'), signed),
    }).finish(),
  );
  const hmac = createHmac('sha256', advSecret).update(identity).digest();
  return {
    tag: 'iq',
    attrs: { from: 's.whatsapp.net', type: 'set', id: randomBytes(6).toString('hex'), xmlns: 'md' },
    content: [
      {
        tag: 'pair-success',
        attrs: {},
        content: [
          {
            tag: 'device-identity',
            attrs: {},
            content: Buffer.from(
              proto.ADVSignedDeviceIdentityHMAC.encode({ details: identity, hmac }).finish(),
            ),
          },
          {
            tag: 'device',
            attrs: {
              jid: `${account.number}:${account.deviceId}@s.whatsapp.net`,
              lid: `${account.lid}:${account.deviceId}@lid`,
            },
          },
          { tag: 'platform', attrs: { name: 'android' } },
          { tag: 'biz', attrs: { name: 'Prosa' } },
        ],
      },
    ],
  };
};

/**
 * A refresh before linking: WhatsApp invalidates the QR code or pairing code of a device, and waits until the device
 * acknowledges that and shows a new code.
 */
export class Refresh {
  readonly notice = serverNotice(REFRESH, { tag: REFRESH, attrs: {} });
  private readonly retired: Buffer | undefined;
  private acknowledged = false;

  /** @param retired the secret in the scanned QR code; undefined when a pairing code was typed */
  constructor(retired?: Buffer) {
    this.retired = retired;
  }

  get isAcknowledged(): boolean {
    return this.acknowledged;
  }

  hear({ attrs }: BinaryNode): void {
    const { id, type } = this.notice.attrs;
    if (attrs.class === 'notification' && attrs.id === id && attrs.type === type) this.acknowledged = true;
  }

  /** Whether a device with this secret may be linked. */
  isDone(secret: Buffer): boolean {
    return this.acknowledged && this.retired?.equals(secret) !== true;
  }
}
