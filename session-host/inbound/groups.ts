import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { type BinaryNode, type GroupMetadata, getBinaryNodeChild, type WASocket } from 'baileys';
import { withPatience } from '../socket/rate-limit.ts';
import { RecentMap } from './recent-map.ts';

const REMEMBERED_NAMES = 1000;
/** A group has up to 1,024 members. */
const REMEMBERED_GROUPS = 200;
/** Notices keep the members right; a notice that never came is made up for after this time. */
const MAX_AGE_MS = 3_600_000;
/** A message waits no longer than this for its group's name; the next one asks again. */
const ASK_MS = 3_000;

type Asker = Pick<WASocket, 'groupMetadata'>;

interface Known {
  metadata: Promise<GroupMetadata>;
  askedMs: number;
}

/** What a send needs of a group, without what its members are besides. */
const slim = ({ participants, desc: _desc, ...metadata }: GroupMetadata): GroupMetadata => ({
  ...metadata,
  participants: participants.map(({ id }) => ({ id })),
});

/**
 * The groups of a connection: subjects, and members for whoever writes to a group. Asked once for each. Every notice about
 * a group drops its members, so that the next send asks for them: a member that is missing gets no key. A new socket
 * drops the members of all groups, because a send may pass the notices that WhatsApp kept meanwhile.
 */
export class Groups {
  private readonly names = new RecentMap<string, Promise<string | undefined>>(REMEMBERED_NAMES);
  private readonly known = new RecentMap<string, Known>(REMEMBERED_GROUPS);

  listen(socket: WASocket): void {
    this.known.clear();
    // The stanzas themselves: Baileys holds its own events back while it works through what waited.
    socket.ws.on('CB:notification,type:w:gp2', ({ attrs }: BinaryNode) => {
      if (attrs.from !== undefined) this.forget(attrs.from);
    });
    socket.ws.on('CB:ib,,dirty', (node: BinaryNode) => {
      if (getBinaryNodeChild(node, 'dirty')?.attrs.type === 'groups') this.known.clear();
    });
    socket.ev.on('groups.upsert', (groups) => this.learn(groups));
    socket.ev.on('groups.update', (groups) => this.learn(groups));
  }

  /** Returns a group with its members. @throws what the query fails with */
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

  /** Undefined where WhatsApp does not tell in time. Calls for one group resolve in the order they were made. */
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
