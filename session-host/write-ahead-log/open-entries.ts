import { log } from '@prosa/functions/platform/log.ts';
import { type ConnectionRef, refKey } from '../connections/ports.ts';
import { type ReplayPorts, type ReplayProgress, replay } from './replay-log.ts';
import { type Waits, type WalEntry, type WriteAheadLog, walId } from './write-ahead-log.ts';

/** An entry this old was missed, because a socket's entries are on the queue within milliseconds. */
const FORGOTTEN_MS = 5_000;
const SWEEP_MS = 1_000;
/** How long entries of a former process wait for their connection to start here. */
const UNCLAIMED_MS = 60_000;
/** Interval of logging the age of the oldest entry. */
const TELL_MS = 60_000;

/**
 * Replays the entries of this process's write-ahead log that nothing else passes on. Baileys acknowledges a message
 * before it emits it, and emits nothing once its stream has ended; WhatsApp does not redeliver the message. So
 * entries are replayed when their socket has ended, when they are too old, and when the process starts.
 */
export class OpenEntries {
  private readonly wal: WriteAheadLog;
  private readonly ports: ReplayPorts;
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly progress: ReplayProgress;
  /** Entries of a former process that wait for stanzas which it had not decrypted. */
  private readonly left = new Map<string, WalEntry & { waits: Waits }>();

  constructor(wal: WriteAheadLog, ports: ReplayPorts) {
    this.wal = wal;
    this.ports = ports;
    this.progress = {
      takesLong: (id) => wal.hold(id, 'later'),
      done: (id, entry) => wal.done(id, entry),
      failed: (id) => wal.release(id),
    };
  }

  start(): void {
    this.timers.push(
      setInterval(() => void this.pass(this.wal.unheld({ minAgeMs: FORGOTTEN_MS })), SWEEP_MS),
      setInterval(() => this.tell(), TELL_MS),
    );
  }

  stop(): void {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
  }

  /**
   * Replays the entries of the last process. Resolves when the messages are on their way; parts of histories come
   * later. Entries that wait for stanzas which WhatsApp redelivers are held for their connection, see {@link claim}.
   */
  replayAll(): Promise<void> {
    const entries = this.wal.unheld();
    for (const [id, entry] of entries) {
      const { waits } = entry;
      if (waits === undefined) continue;
      entries.delete(id);
      this.left.set(id, { ...entry, waits });
      this.wal.hold(id);
    }
    const giveUp = (): void => {
      for (const id of this.left.keys()) this.wal.letGo(id);
      this.left.clear();
    };
    if (this.left.size > 0) setTimeout(giveUp, UNCLAIMED_MS).unref();
    return this.pass(entries);
  }

  /**
   * Returns the entries of a connection that the last process left waiting, with the stanzas that they wait for; they
   * are held for {@link replayOne}.
   */
  claim(ref: ConnectionRef): { stanzaId: string; waits: Waits }[] {
    const own = [...this.left].filter(([, entry]) => refKey(entry) === refKey(ref));
    return own.map(([id, { waits }]) => {
      this.left.delete(id);
      return { stanzaId: id.slice(walId(ref, '').length), waits };
    });
  }

  /**
   * Replays the entries that a connection's socket left when it ended: `ready` first, in this order. `left` is held
   * for {@link replayOne}. Resolves when everything else is on its way to the queue.
   */
  replayOf(ref: ConnectionRef, { ready, left }: { ready: string[]; left: string[] }): Promise<void> {
    // Their socket has ended, whether its waiting callers already know it or not.
    for (const id of ready) this.wal.letGo(id);
    for (const id of left) this.wal.hold(id);
    const found = this.wal.unheld({ ref });
    const first = ready.flatMap((id): [string, WalEntry][] => {
      const entry = found.get(id);
      return entry === undefined ? [] : [[id, entry]];
    });
    return this.pass(new Map([...first, ...found]));
  }

  /** Replays an entry that waited for its order. Resolves when it is on its way to the queue. */
  replayOne(id: string): Promise<void> {
    const entry = this.wal.get(id);
    return this.pass(new Map(entry === undefined ? [] : [[id, entry]]));
  }

  private async pass(entries: ReadonlyMap<string, WalEntry>): Promise<void> {
    if (entries.size === 0) return;
    for (const id of entries.keys()) this.wal.hold(id);
    const { settled: _settled, ...replayed } = await replay(entries, this.ports, this.progress);
    log.info('messages replayed', { entries: entries.size, ...replayed });
  }

  private tell(): void {
    const ageS = Math.round(this.wal.oldestMs / 1000);
    if (ageS > 0) log.info('oldest open entry', { metric: 'oldest-open-entry', ageS });
  }
}
