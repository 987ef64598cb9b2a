import { canonicalIdentity } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { type Chat, proto, toNumber, type WAMessage, type WASocket } from 'baileys';
import * as z from 'zod';
import type { Notes } from '../connections/sealed-notes.ts';
import type { ToldSeconds } from '../connections/told-time.ts';
import type { Groups } from './groups.ts';
import { chatJidsOf, numberOf, toIdentities, toJid } from './identities.ts';
import { contextInfoOf, unwrapped } from './message-content.ts';
import { RecentMap } from './recent-map.ts';

const { Type: ProtocolType } = proto.Message.ProtocolMessage;

/** Number of cached timers. */
const REMEMBERED = 5000;
/** Phones offer 90 days at most. */
const MAX_S = 365 * 86_400;
/** Number of a history's chats whose timers are read at once. */
const READ_AT_ONCE = 50;

const timerSchema = z.object({
  /** For how long messages are shown, in seconds; 0: until somebody deletes them. */
  seconds: z.int().min(0).max(MAX_S),
  /** When the timer was set, in epoch seconds. */
  setAt: z.int().nonnegative(),
});
type Timer = z.infer<typeof timerSchema>;

/** Returns a timer with plausible numbers, set no later than WhatsApp passed it on. */
const timerFrom = (seconds: number, setAt: ToldSeconds, passedOnAt: ToldSeconds): Timer | undefined =>
  timerSchema.safeParse({
    seconds,
    setAt: Math.min(toNumber(setAt) || toNumber(passedOnAt), toNumber(passedOnAt)),
  }).data;

/**
 * Returns the timer in a message: a change of it, or the one that the sender's program knows. A message without one says
 * nothing, because some programs ignore timers.
 */
const timerIn = ({ message, messageTimestamp }: WAMessage): Timer | undefined => {
  const content = unwrapped(message);
  const { protocolMessage } = content;
  if (protocolMessage?.type === ProtocolType.EPHEMERAL_SETTING)
    return timerFrom(protocolMessage.ephemeralExpiration ?? 0, messageTimestamp, messageTimestamp);
  const info = contextInfoOf(content);
  return info?.expiration
    ? timerFrom(info.expiration, info.ephemeralSettingTimestamp, messageTimestamp)
    : undefined;
};

/** Returns the names of a chat's rows: WhatsApp names a person by number or by opaque id, so a chat has up to two. */
const namesOf = (identities: readonly Identity[]): string[] =>
  identities
    .filter(({ kind }) => kind !== 'group')
    .map(canonicalIdentity)
    .map(({ kind, value }) => `timer-${kind}-${value}`);

/**
 * The timers of a connection's chats, after which messages disappear. Those of chats with people are learnt from
 * messages and from the phone's history, stored when they change, and cached. That of a group is in its metadata.
 */
export class ChatTimers {
  private readonly notes: Notes;
  private readonly groups: Pick<Groups, 'metadataOf'>;
  private readonly known = new RecentMap<string, Promise<Timer | undefined>>(REMEMBERED);

  constructor(notes: Notes, groups: Pick<Groups, 'metadataOf'>) {
    this.notes = notes;
    this.groups = groups;
  }

  listen(socket: WASocket): void {
    socket.ev.on('messages.upsert', ({ messages, requestId }) => {
      // Answers to our requests are copies of older messages.
      if (requestId === undefined) for (const message of messages) this.follow(this.learn(socket, message));
    });
    socket.ev.on('messaging-history.set', ({ chats }) => this.follow(this.learnPast(socket, chats)));
  }

  /**
   * Returns for how many seconds a message to a chat is shown; undefined if it does not disappear. One read for a chat
   * that is not cached. @throws the error of the read, or of the query for a group
   */
  async expirationFor(
    socket: Pick<WASocket, 'groupMetadata'>,
    to: readonly Identity[],
  ): Promise<number | undefined> {
    const [first] = to;
    const group = first?.kind === 'group' ? toJid(first) : undefined;
    if (group !== undefined)
      return (await this.groups.metadataOf(socket, group)).ephemeralDuration || undefined;
    const timers = await this.timersOf(namesOf(to));
    const newest = timers.reduce((a, b) => ((b?.setAt ?? -1) > (a?.setAt ?? -1) ? b : a), undefined);
    return newest?.seconds || undefined;
  }

  private follow(learning: Promise<void>): void {
    learning.catch((error: unknown) => log.warn('timer of a chat not kept', errorFields(error)));
  }

  private async learn(socket: WASocket, message: WAMessage): Promise<void> {
    const timer = timerIn(message);
    if (timer === undefined) return;
    const names = await this.namesOfChat(socket, chatJidsOf(message.key));
    await this.keep(names.map((name) => ({ name, timer })));
  }

  private async learnPast(socket: WASocket, chats: readonly Chat[]): Promise<void> {
    const nowS = Math.floor(Date.now() / 1000);
    const told = await Promise.all(
      chats.map(async ({ id, lidJid, pnJid, ephemeralExpiration, ephemeralSettingTimestamp }) => {
        const timer = ephemeralExpiration
          ? timerFrom(ephemeralExpiration, ephemeralSettingTimestamp, nowS)
          : undefined;
        if (timer === undefined) return [];
        return (await this.namesOfChat(socket, [id, lidJid, pnJid])).map((name) => ({ name, timer }));
      }),
    );
    const all = told.flat();
    for (let start = 0; start < all.length; start += READ_AT_ONCE)
      await this.keep(all.slice(start, start + READ_AT_ONCE));
  }

  /** Returns the names of a chat's rows, also by the number that belongs to an opaque id. */
  private async namesOfChat(
    { signalRepository }: WASocket,
    jids: readonly (string | null | undefined)[],
  ): Promise<string[]> {
    const numbers = await Promise.all(jids.map((jid) => numberOf(signalRepository.lidMapping, jid)));
    return namesOf(toIdentities(...jids, ...numbers));
  }

  /** Caches the timers that are newer, and stores those of another length. */
  private async keep(told: readonly { name: string; timer: Timer }[]): Promise<void> {
    const before = await this.timersOf(told.map(({ name }) => name));
    const newer = told
      .map((one, index) => ({ ...one, known: before[index] }))
      .filter(({ timer, known }) => known === undefined || known.setAt <= timer.setAt);
    for (const { name, timer } of newer) this.known.set(name, Promise.resolve(timer));
    await this.notes.write(
      newer
        .filter(({ timer, known }) => timer.seconds !== (known?.seconds ?? 0))
        .map(({ name, timer }) => ({ name, text: JSON.stringify(timer) })),
    );
  }

  /** Returns the timers under names, in their order; one read for those that are not cached. */
  private timersOf(names: readonly string[]): Promise<(Timer | undefined)[]> {
    const missing = names.filter((name) => this.known.get(name) === undefined);
    const reading = missing.length === 0 ? undefined : this.notes.read(missing);
    for (const name of missing) {
      const timer = reading?.then((notes) => timerOf(notes.get(name))) ?? Promise.resolve(undefined);
      this.known.set(name, timer);
      timer.catch(() => this.known.delete(name));
    }
    return Promise.all(names.map((name) => this.known.get(name)));
  }
}

const timerOf = (text: string | undefined): Timer | undefined =>
  text === undefined ? undefined : timerSchema.safeParse(JSON.parse(text)).data;
