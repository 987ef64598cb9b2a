import { type BinaryNode, proto } from 'baileys';
import { type Bench, REF } from './harness.ts';
import { randomMessage } from './random-message.ts';

const KEY = `${REF.companyId}:${REF.connectionId}`;
const ODD_CUSTOMER = '5511977775555';
const WITNESS = '5511977776666';
/** After this many odd stanzas a witness writes, and so does the odd customer. */
const BATCH = 50;
const WITNESS_LIMIT_MS = 60_000;
const SLOW_MS = 20_000;

const TAGS = [
  'message',
  'receipt',
  'notification',
  'call',
  'presence',
  'chatstate',
  'iq',
  'ib',
  'ack',
  'future',
];
const CHILDREN =
  `enc unavailable list item participants participant retry registration keys offer terminate reject
  accept add remove promote demote subject description create delete invite link update count identity device-list
  devices key-index-list set picture offline offline_preview dirty edge_routing reporting biz bot meta error to user
  composing paused tctoken privacy privacy_token sync collection media dhash future`.split(/\s+/);
const TYPES =
  `text media read played retry sender inactive hist_sync peer_msg server-error w:gp2 mediaretry encrypt
  devices account_sync picture mex newsletter server_sync privacy_token link_code_companion_reg tomorrow pkmsg msg skmsg
  msmsg frankmsg view_once get set result error available unavailable`.split(/\s+/);
const ATTRIBUTES =
  `type class count id jid participant participant_pn participant_lid recipient sender_pn sender_lid
  peer_recipient_pn notify offline edit category xmlns name value index v error verified_name addressing_mode
  creator s_t subject expiration call-id call-creator timestamp t`.split(/\s+/);

/** The results of the odd traffic. */
export interface OddLedger {
  stanzas: number;
  contents: number;
  /** Messages that resulted from it, by the kind of their content. */
  bubbles: Record<string, number>;
  /** Texts without any character. */
  silent: string[];
  /** Normal messages in between that did not arrive. */
  lost: string[];
  /** Stanzas of batches that delayed the messages behind them unreasonably. */
  slow: string[];
  /** How often the connection was down when a message was due. */
  disconnected: number;
  /** Unhandled promise rejections. */
  rejections: string[];
}

/** Returns a stanza of random words, with children and bytes. */
const randomStanza = (random: () => number, id: string, jids: readonly string[]): BinaryNode => {
  const pick = <T>(items: readonly T[], otherwise: T): T =>
    items[Math.floor(random() * items.length)] ?? otherwise;
  const value = (): string => {
    const kind = random();
    if (kind < 0.4) return pick(jids, '');
    if (kind < 0.7) return pick(TYPES, '');
    return pick(['', '0', '1', '-1', '5', '99999999999', 'NaN', 'x', '\u00e9\u0000', 'F'.repeat(300)], '');
  };
  const attributes = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, () => [pick(ATTRIBUTES, 'type'), value()]));
  const content = (depth: number): Pick<BinaryNode, 'content'> => {
    const kind = random();
    if (kind < 0.15) return {};
    if (kind < 0.3)
      return {
        content: Buffer.from(Array.from({ length: Math.floor(random() * 40) }, () => random() * 256)),
      };
    if (kind < 0.35 || depth === 0) return { content: 'x' };
    const children = Array.from({ length: Math.floor(random() * 4) }, () => ({
      tag: pick(CHILDREN, 'future'),
      attrs: attributes(Math.floor(random() * 4)),
      ...content(depth - 1),
    }));
    return { content: children };
  };
  const { id: _drawn, ...drawn } = attributes(Math.floor(random() * 5));
  const attrs = { t: '1790000000', from: pick(jids, ''), type: pick(TYPES, ''), ...drawn, id };
  return { tag: pick(TAGS, 'message'), attrs, ...content(3) };
};

/** Sends random stanzas and messages of random contents, alternately, while people write messages that must arrive. */
export const sendOddTraffic = async (
  bench: Bench,
  count: number,
  random: () => number,
): Promise<OddLedger> => {
  const { network } = bench.fake;
  const { lid, phone } = network.jidsOf(ODD_CUSTOMER);
  const jids = [
    ...[
      lid,
      phone,
      `${lid.split('@')[0]}:7@lid`,
      '120363000000000077@g.us',
      'status@broadcast',
      '77@broadcast',
    ],
    ...['s.whatsapp.net', 'x@interop', '1@newsletter', '', 'g.us', '0@c.us', '1@bot', '9:99@hosted'],
  ];
  const ledger: OddLedger = {
    stanzas: 0,
    contents: 0,
    bubbles: {},
    silent: [],
    lost: [],
    slow: [],
    disconnected: 0,
    rejections: [],
  };
  const note = (error: unknown): void => {
    ledger.rejections.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const witnesses = new Set<string>();
  const arrives = async (from: string): Promise<void> => {
    const id = await network.phones.write(KEY, { from, message: { conversation: 'continuo aqui' } });
    witnesses.add(id);
    const isIt = (event: { providerMessageId: string }) => event.providerMessageId === id;
    await bench.inbox.next('message', isIt, WITNESS_LIMIT_MS).catch(() => ledger.lost.push(id));
  };
  const countBubbles = (): void => {
    for (const event of bench.inbox.events.splice(0)) {
      if (event.type !== 'message' || witnesses.has(event.providerMessageId)) continue;
      const { content } = event;
      ledger.bubbles[content.kind] = (ledger.bubbles[content.kind] ?? 0) + 1;
      if (content.kind === 'text' && content.text === '') ledger.silent.push(JSON.stringify(event));
    }
  };

  process.on('unhandledRejection', note);
  let batch: BinaryNode[] = [];
  let batchStartedMs = performance.now();
  try {
    for (let sent = 0; sent < count; sent += 1) {
      if (sent % 2 === 0) {
        const stanza = randomStanza(random, `ODD${sent}`, jids);
        network.push(KEY, stanza);
        batch.push(stanza);
        ledger.stanzas += 1;
      } else {
        const message = randomMessage(proto.Message, random, jids);
        const edit = random() < 0.1 ? { attrs: { edit: String(Math.floor(random() * 9)) } } : {};
        await network.phones.write(KEY, { from: ODD_CUSTOMER, message, ...edit });
        ledger.contents += 1;
      }
      if (sent % BATCH !== BATCH - 1 && sent !== count - 1) continue;
      for (const from of [ODD_CUSTOMER, WITNESS]) await arrives(from);
      if (!network.isConnected(KEY)) ledger.disconnected += 1;
      countBubbles();
      if (performance.now() - batchStartedMs > SLOW_MS)
        ledger.slow.push(...batch.map((stanza) => JSON.stringify(stanza)));
      batch = [];
      batchStartedMs = performance.now();
    }
  } finally {
    process.off('unhandledRejection', note);
  }
  return ledger;
};
