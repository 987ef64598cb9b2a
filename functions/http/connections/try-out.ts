import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import { type Connection, connectionSchema } from '@prosa/shared/entities/connection.ts';
import type { FileList } from '@prosa/shared/entities/file-list.ts';
import type { FlowVersion } from '@prosa/shared/entities/flow.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { Channel } from '@prosa/shared/messaging/identity.ts';
import { channelOf } from '../../channels/channels.ts';
import type { Setup } from '../../domain/engine/rehearsal.ts';
import { tryOutScript, withQueueAlone } from '../../domain/engine/try-out.ts';
import { flowVersionKey, Wanted } from '../../domain/engine/world.ts';
import { queueFromInput } from '../../domain/queues/queue-from-input.ts';
import type { Directory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { platformSettings } from '../../platform/platform-settings.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { loadAssistant } from '../../repositories/assistants/assistants.ts';
import { loadConnection } from '../../repositories/connections/connections.ts';
import { loadFlowsToStart, loadFlowVersion } from '../../repositories/flows/flow-versions.ts';
import { loadIntegration } from '../../repositories/integrations/integrations.ts';
import { loadFileList } from '../../repositories/organisation/file-lists.ts';
import { loadQueue } from '../../repositories/organisation/queues.ts';
import { requireSoundQueue } from '../queues/save-queue.ts';
import { requireSoundConnection } from './save-connection.ts';

type Asked = BodyOf<typeof tryOutRoutes.tryOut>;
interface Place {
  table: Table;
  directory: Directory;
  nowMs: number;
}

/** Returns an id that is not taken. */
const freeId = (taken: ReadonlyMap<number, unknown>): number => Math.max(0, ...taken.keys()) + 1;

/** Returns the connection that customers of a queue use if the request names none. */
const usualConnection = async ({ table, directory }: Place, channel: Channel): Promise<Connection> => {
  const { companyId, connections, company } = directory;
  const usual = [...connections.values()].find(({ isDefault }) => isDefault);
  const stored = usual === undefined ? undefined : await loadConnection(table, usual.id);
  return stored ?? connectionSchema.parse({ companyId, id: 1, name: company.name, channel });
};

const connectionOf = async (
  place: Place,
  { connectionId, connection: draft, channel }: Asked,
): Promise<Connection> => {
  const { table, directory, nowMs } = place;
  const before = connectionId === null ? undefined : await loadConnection(table, connectionId);
  if (connectionId !== null && before === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  if (draft === null) return before ?? usualConnection(place, channel);
  await requireSoundConnection(table, draft, directory, before, nowMs, 'body.connection');
  const {
    isDefault = before?.isDefault ?? false,
    greetingMediaAttachment: file,
    proxy: _proxy,
    ...fields
  } = draft;
  return connectionSchema.parse({
    companyId: directory.companyId,
    id: freeId(directory.connections),
    channel,
    ...before,
    ...fields,
    isDefault,
    queueIds: [...new Set(fields.queueIds)],
    greetingMediaAttachment: file === '' ? null : before?.greetingMediaAttachment,
  });
};

/** Returns the complete queue to try out, or undefined if the connection is tried out. */
const queueOf = async (
  { table, directory }: Place,
  { queueId, queue, chatbots }: Asked,
  makeId: () => string,
): Promise<Queue | undefined> => {
  const before = queueId === null ? undefined : await loadQueue(table, queueId);
  if (queueId !== null && before === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (queue === null) return before;
  const draft = { ...queue, chatbots };
  await requireSoundQueue(table, draft, directory, before, {
    fields: 'body.queue',
    options: 'body.chatbots',
  });
  const { companyId, queues } = directory;
  const own = before ?? { companyId, id: freeId(queues), token: '', chatbots: [] };
  return queueFromInput(draft, own, makeId);
};

/** Upper bound of rows that a script can reach: each step enters only a few queues, and no row is read twice. */
const MAX_READ = 200;

/** Plays the script and reads each queue, file list, integration, assistant and flow that it reaches once. */
const played = async ({ table, directory }: Place, setup: Setup, asked: Asked) => {
  const read = new Map<number, Queue | undefined>(setup.queues.map((queue) => [queue.id, queue]));
  const fileLists = new Map<number, FileList | undefined>();
  const integrations = new Map<number, Integration | undefined>();
  const assistants = new Map<number, Assistant | undefined>();
  const flowsToStart = new Map<number, number | undefined>();
  const flowVersions = new Map<string, FlowVersion | undefined>();
  const flows = { flowsToStart, flowVersions };
  const nowMs = Date.parse(asked.startsAt);
  const sizeOfRead = () =>
    [read, fileLists, integrations, assistants, flowsToStart, flowVersions].reduce(
      (sum, { size }) => sum + size,
      0,
    );
  while (sizeOfRead() <= MAX_READ) {
    const queues = [...read.values()].filter((queue) => queue !== undefined);
    const others = [...directory.queues.values()].filter(({ id }) => !read.has(id));
    try {
      const moment = { nowMs, ids: createSystemIds() };
      const rows = { queues, others, fileLists, integrations, assistants, flows };
      return tryOutScript({ ...setup, ...rows }, asked.script, moment);
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      const { wish } = error;
      if (wish.of === 'queue') read.set(wish.id, await loadQueue(table, wish.id));
      else if (wish.of === 'fileList') fileLists.set(wish.id, await loadFileList(table, wish.id));
      else if (wish.of === 'integration') integrations.set(wish.id, await loadIntegration(table, wish.id));
      else if (wish.of === 'assistant') assistants.set(wish.id, await loadAssistant(table, wish.id));
      else if (wish.of === 'flowToStart')
        flowsToStart.set(wish.id, (await loadFlowsToStart(table, [wish.id])).get(wish.id));
      else if (wish.of === 'flowVersion')
        flowVersions.set(
          flowVersionKey(wish.flowId, wish.number),
          await loadFlowVersion(table, wish.flowId, wish.number),
        );
      else throw error;
    }
  }
  throw new Error('a try-out leads through ever more queues');
};

/**
 * Plays a draft against a made-up customer. Writes nothing and publishes no event. Reads the connection, and each
 * queue that the customer enters with its file lists: one read unit for every 4 kB.
 */
export const tryOut: RouteHandler<typeof tryOutRoutes.tryOut> = async ({ body, principal, clock, ids }) => {
  const { companyId, directory } = principal;
  const nowMs = clock.now();
  const place = { table: openTable(companyId), directory, nowMs };
  const [connection, queue] = await Promise.all([
    connectionOf(place, body),
    queueOf(place, body, () => ids.sortable(nowMs)),
  ]);
  const { company, settings, plan, users } = directory;
  const { downloadLimit: downloadLimitMb } = await platformSettings();
  const active = [...users.values()].filter((user) => user.active);
  const setup: Setup = {
    channel: channelOf(connection),
    company,
    settings,
    plan: {
      useIntegrations: plan.flags.useIntegrations === true,
      useOpenAi: plan.flags.useOpenAi === true,
    },
    connection,
    queues: queue === undefined ? [] : [queue],
    others: [],
    fileLists: new Map(),
    integrations: new Map(),
    assistants: new Map(),
    lanes: new Map(),
    flows: { flowsToStart: new Map(), flowVersions: new Map() },
    flowPhrases: directory.flowPhrases,
    users: [...users.values()],
    online: new Set(body.online ? active.map(({ id }) => id) : []),
    downloadLimitMb,
    // A constant, so that every try-out selects the same user.
    chance: 0,
  };
  return played(place, queue === undefined ? setup : withQueueAlone(setup, queue.id), body);
};
