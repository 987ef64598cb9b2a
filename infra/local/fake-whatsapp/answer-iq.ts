import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys/lib/WABinary/index.js';
import type { Account } from './accounts.ts';
import type { Customer } from './phone.ts';
import { lidJid, phoneJid } from './stanzas.ts';

const RESULT_TTL_S = '3600';
/** Minimum number of remaining one-time keys that a device is told, so that it uploads few. */
const FEW_PRE_KEYS = 5;

/** Limits of an account, as WhatsApp reports them. */
export interface Standing {
  /** Type and end (epoch seconds) of a restriction: the account may write only to contacts that wrote before. */
  restriction?: { type: string; endsS: number };
  quota?: { used: number; total: number; status: string };
}

export interface IqContext {
  account: Account;
  standing: Standing;
  /** `host:port` of the media endpoint. */
  mediaHost: string;
  phoneOf: (jid: string) => Customer | undefined;
  storePreKeys: (iq: BinaryNode) => void;
}

const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
const bare = (key: Buffer): Buffer => (key.length === 33 ? key.subarray(1) : key);
const bigEndian = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
};
const leaf = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content });

const keysOf = (jid: string, customer: Customer): BinaryNode => ({
  tag: 'user',
  attrs: { jid },
  content: [
    leaf('registration', bigEndian(customer.registrationId, 4)),
    leaf('type', Buffer.from([5])),
    leaf('identity', bare(bytes(customer.identity.pub))),
    {
      tag: 'skey',
      attrs: {},
      content: [
        leaf('id', bigEndian(customer.signedPreKey.id, 3)),
        leaf('value', bare(bytes(customer.signedPreKey.pub))),
        leaf('signature', bytes(customer.signedPreKey.signature)),
      ],
    },
  ],
});

/** Whether a JID is on WhatsApp: every possible phone number is, with at most fifteen digits (E.164). */
const isOnWhatsapp = (jid: string): boolean => /^\d{8,15}@s\.whatsapp\.net$/.test(jid);

const usersOf = (node: BinaryNode | undefined): BinaryNode[] => getBinaryNodeChildren(node, 'user');

const usyncUser = (context: IqContext, user: BinaryNode): BinaryNode => {
  const phone = getBinaryNodeChild(user, 'contact')?.content;
  const jid =
    user.attrs.jid ?? (phone === undefined ? '' : `${String(phone).replace(/\D/g, '')}@s.whatsapp.net`);
  const { account } = context;
  const owner = context.phoneOf(jid);
  const isOwn = owner === account.phone;
  return {
    tag: 'user',
    attrs: { jid },
    content: [
      {
        tag: 'devices',
        attrs: {},
        content: [
          {
            tag: 'device-list',
            attrs: {},
            content: [
              { tag: 'device', attrs: { id: '0' } },
              ...(isOwn
                ? [{ tag: 'device', attrs: { id: String(account.deviceId), 'key-index': '1' } }]
                : []),
            ],
          },
        ],
      },
      ...(owner === undefined ? [] : [{ tag: 'lid', attrs: { val: lidJid(owner.lid) } }]),
      { tag: 'contact', attrs: { type: isOnWhatsapp(jid) ? 'in' : 'out' } },
    ],
  };
};

const encryptContent = (context: IqContext, iq: BinaryNode, child: BinaryNode): BinaryNode[] => {
  if (child.tag === 'count') {
    const remaining = context.account.device?.preKeys.length ?? 0;
    return [{ tag: 'count', attrs: { value: String(Math.max(remaining, FEW_PRE_KEYS)) } }];
  }
  if (child.tag === 'digest') return [{ tag: 'digest', attrs: {} }];
  if (child.tag === 'key') {
    const users = usersOf(child).flatMap((user) => {
      const jid = user.attrs.jid ?? '';
      const customer = context.phoneOf(jid);
      return customer === undefined ? [] : [keysOf(jid, customer)];
    });
    return [{ tag: 'list', attrs: {}, content: users }];
  }
  if (iq.attrs.type === 'set') context.storePreKeys(iq);
  return [];
};

const contentOf = (context: IqContext, iq: BinaryNode): BinaryNode[] => {
  const child = Array.isArray(iq.content) ? iq.content[0] : undefined;
  if (child === undefined) return [];
  switch (iq.attrs.xmlns) {
    case 'encrypt':
      return encryptContent(context, iq, child);
    case 'usync':
      return [
        {
          tag: 'usync',
          attrs: { sid: child.attrs.sid ?? '', index: '0', last: 'true' },
          content: [
            {
              tag: 'list',
              attrs: {},
              content: usersOf(getBinaryNodeChild(child, 'list')).map((user) => usyncUser(context, user)),
            },
          ],
        },
      ];
    case 'abt':
      return [{ tag: 'props', attrs: { hash: 'sandbox' }, content: [] }];
    case 'blocklist':
      return [{ tag: 'list', attrs: {}, content: [] }];
    case 'privacy':
      return child.tag === 'tokens'
        ? []
        : [
            {
              tag: 'privacy',
              attrs: {},
              content: [{ tag: 'category', attrs: { name: 'readreceipts', value: 'all' } }],
            },
          ];
    case 'w:m':
      return [
        {
          tag: 'media_conn',
          attrs: { auth: 'sandbox', ttl: RESULT_TTL_S },
          content: [
            { tag: 'host', attrs: { hostname: context.mediaHost, maxContentLengthBytes: '104857600' } },
          ],
        },
      ];
    case 'w:mex':
      return [standingContent(context.standing, child.attrs.query_id)];
    case 'w:g2':
      return groupContent(context, iq, child);
    default:
      return [];
  }
};

const RESTRICTION_QUERY = '23983697327930364';

/** Returns the account's restriction, or its quota of new conversations. */
const standingContent = ({ restriction, quota }: Standing, query: string | undefined): BinaryNode => {
  const data =
    query === RESTRICTION_QUERY
      ? {
          xwa2_fetch_account_reachout_timelock: {
            is_active: restriction !== undefined,
            time_enforcement_ends: String(restriction?.endsS ?? 0),
            enforcement_type: restriction?.type ?? 'DEFAULT',
          },
        }
      : {
          xwa2_message_capping_info: {
            used_quota: quota?.used ?? 0,
            total_quota: quota?.total ?? 0,
            capping_status: quota?.status ?? 'NONE',
          },
        };
  return leaf('result', Buffer.from(JSON.stringify({ data })));
};

const groupContent = (context: IqContext, iq: BinaryNode, child: BinaryNode): BinaryNode[] => {
  if (child.tag === 'participating') return [{ tag: 'groups', attrs: {}, content: [] }];
  if (child.tag !== 'query') return [];
  const { account, phoneOf } = context;
  const jid = iq.attrs.to ?? '';
  const group = account.groups[jid];
  const members = (group?.members ?? []).flatMap((number) => phoneOf(phoneJid(number)) ?? []);
  return [
    {
      tag: 'group',
      attrs: { id: jid, subject: group?.name ?? 'Grupo', addressing_mode: 'lid' },
      content: [
        ...[account, ...members].map(({ number, lid }) => ({
          tag: 'participant',
          attrs: { jid: lidJid(lid), phone_number: phoneJid(number) },
        })),
        ...(group === undefined || group.timerS === 0
          ? []
          : [{ tag: 'ephemeral', attrs: { expiration: String(group.timerS) } }]),
      ],
    },
  ];
};

/** Returns WhatsApp's error response to a rate-limited query. */
export const overLimitNode = (iq: BinaryNode): BinaryNode => ({
  tag: 'iq',
  attrs: { from: iq.attrs.to ?? 's.whatsapp.net', id: iq.attrs.id ?? '', type: 'error' },
  content: [{ tag: 'error', attrs: { code: '429', text: 'rate-overlimit' } }],
});

/**
 * Returns WhatsApp's answer to one query of a linked device. Unknown queries succeed without content.
 * @param content answers the query, if another part of the network does
 */
export const answerIq = (
  context: IqContext,
  iq: BinaryNode,
  content: BinaryNode[] = contentOf(context, iq),
): BinaryNode => ({
  tag: 'iq',
  attrs: {
    from: iq.attrs.to ?? 's.whatsapp.net',
    id: iq.attrs.id ?? '',
    type: 'result',
    t: String(Math.floor(Date.now() / 1000)),
  },
  content,
});
