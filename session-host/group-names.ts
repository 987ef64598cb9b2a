import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { GroupMetadata, WASocket } from 'baileys';
import { RecentMap } from './recent-map.ts';

const REMEMBERED_GROUPS = 1000;
/** A message waits no longer than this for its group's name; the next one asks again. */
const ASK_MS = 3_000;

/** The subjects of the groups that wrote: asked once for each, then kept up to date by WhatsApp's notices. */
export class GroupNames {
  private readonly names = new RecentMap<string, Promise<string | undefined>>(REMEMBERED_GROUPS);

  /** Undefined where WhatsApp does not tell in time. Calls for one group resolve in the order they were made. */
  nameOf(socket: Pick<WASocket, 'groupMetadata'>, jid: string): Promise<string | undefined> {
    const known = this.names.get(jid);
    if (known !== undefined) return known;
    const asked = this.ask(socket, jid);
    this.names.set(jid, asked);
    return asked;
  }

  learn(groups: readonly Partial<GroupMetadata>[]): void {
    for (const { id, subject } of groups)
      if (id !== undefined && subject !== undefined) this.names.set(id, Promise.resolve(subject));
  }

  private async ask(socket: Pick<WASocket, 'groupMetadata'>, jid: string): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), ASK_MS);
    });
    try {
      const { subject } = await Promise.race([socket.groupMetadata(jid), late]);
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
