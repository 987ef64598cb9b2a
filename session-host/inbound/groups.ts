import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type BinaryNode, type GroupMetadata, getBinaryNodeChild, type WASocket } from 'baileys';
import { withPatience } from '../socket/rate-limit.ts';
import { RecentMap } from './recent-map.ts';

const REMEMBERED_NAMES = 1000;
/** A group has up to 1,024 members. */
const REMEMBERED_GROUPS = 200;
/** Cache lifetime of a group's members. Notices keep them up to date; this limit makes up for a lost notice. */
const MAX_AGE_MS = 3_600_000;
/** Timeout for a group's name; the next message asks again. */
const ASK_MS = 3_000;

type Asker = Pick<WASocket, 'groupMetadata'>;

interface Known {
  metadata: Promise<GroupMetadata>;
  askedMs: number;
}

/** Returns the fields of a group that sending needs, without other details of its members. */
const slim = ({ participants, desc: _desc, ...metadata }: GroupMetadata): GroupMetadata => ({
  ...metadata,
  participants: participants.map(({ id }) => ({ id })),
});

/**
 * Cache of a connection's groups: subjects, and members for sending. Requested once for each group. Every notice
 * about a group drops its members, so that the next send requests them again, because a missing member gets no key. A
 * new socket drops the members of all groups, because a send may overtake the notices that WhatsApp queued meanwhile.
 */
export class Groups {
  private readonly names = new RecentMap<string, Promise<string | undefined>>(REMEMBERED_NAMES);
  private readonly known = new RecentMap<string, Known>(REMEMBERED_GROUPS);

  listen(socket: WASocket): void {
    this.known.clear();
    // Uses the stanzas themselves, because Baileys delays its own events while it processes the offline queue.
    socket.ws.on('CB:notification,type:w:gp2', ({ attrs }: BinaryNode) => {
      if (attrs.from !== undefined) this.forget(attrs.from);
    });
    socket.ws.on('CB:ib,,dirty', (node: BinaryNode) => {
      if (getBinaryNodeChild(node, 'dirty')?.attrs.type === 'groups') this.known.clear();
    });
    socket.ev.on('groups.upsert', (groups) => this.learn(groups));
    socket.ev.on('groups.update', (groups) => this.learn(groups));
  }

  /** Returns a group with its members. @throws the error of the query */
  metadataOf(socket: Asker, jid: string): Promise<GroupMetadata> {
    const known = this.known.get(jid);
    if (known !== undefined && performance.now() - known.askedMs < MAX_AGE_MS) return known.metadata;
    const metadata = withPatience(() => socket.groupMetadata(jid)).then(slim);
    this.known.set(jid, { metadata, askedMs: performance.now() });
    metadata.catch(() => {
      if (this.known.get(jid)?.metadata === metadata) this.forget(jid);
    });
    return metadata;
  }

  /**
   * Returns a group's name; undefined if WhatsApp does not answer in time. Calls for one group resolve in their
   * order.
   */
  nameOf(socket: Asker, jid: string): Promise<string | undefined> {
    const known = this.names.get(jid);
    if (known !== undefined) return known;
    const asked = this.askName(socket, jid);
    this.names.set(jid, asked);
    return asked;
  }

  learn(groups: readonly Partial<GroupMetadata>[]): void {
    for (const { id, subject } of groups)
      if (id !== undefined && subject !== undefined) this.names.set(id, Promise.resolve(subject));
  }

  /** Drops the members of a group. */
  forget(jid: string): void {
    this.known.delete(jid);
  }

  private async askName(socket: Asker, jid: string): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), ASK_MS);
    });
    try {
      const { subject } = await Promise.race([this.metadataOf(socket, jid), late]);
      return subject;
    } catch (error) {
      this.names.delete(jid);
      log.warn('group name not known', errorFields(error));
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
