import type { FlowPhraseRecord, FlowPhraseView } from '@prosa/shared/contracts/flow-phrases.ts';
import type { FlowFileView, FlowRecord } from '@prosa/shared/contracts/flows.ts';
import type { Flow, FlowFileRow, FlowPhrase } from '@prosa/shared/entities/flow.ts';

interface Stored {
  version: number;
  rowCreatedAt: string;
  rowUpdatedAt: string;
}

/** Presents a flow without its graph, for responses and events. */
export const presentFlow = (flow: Flow & Stored): FlowRecord => ({
  id: flow.id,
  name: flow.name,
  active: flow.active,
  companyId: flow.companyId,
  userId: flow.createdById,
  published: flow.published,
  createdAt: flow.rowCreatedAt,
  updatedAt: flow.rowUpdatedAt,
  version: flow.version,
});

/**
 * Presents a file of a flow.
 * @param link makes a short-lived link to a stored file
 */
export const presentFlowFile = (
  { name, key, mimeType, fileName, size }: FlowFileRow,
  link: (key: string) => string,
): FlowFileView => ({ name, path: link(key), mediaType: mimeType, fileName, size });

/** Presents a phrase that starts a flow, for events. */
export const presentFlowPhrase = (phrase: FlowPhrase & Stored): FlowPhraseRecord => ({
  id: phrase.id,
  name: phrase.name,
  flowId: phrase.flowId,
  whatsappId: phrase.connectionId,
  phrase: phrase.phrase,
  match: phrase.match,
  status: phrase.status,
  companyId: phrase.companyId,
  createdAt: phrase.rowCreatedAt,
  updatedAt: phrase.rowUpdatedAt,
  version: phrase.version,
});

/** Presents a phrase with the names of its flow and connection, which may be gone. */
export const presentNamedPhrase = (
  phrase: FlowPhrase & Stored,
  flows: ReadonlyMap<number, { name: string }>,
  connections: ReadonlyMap<number, { name: string }>,
): FlowPhraseView => {
  const flow = flows.get(phrase.flowId);
  const { connectionId } = phrase;
  const connection = connectionId === null ? undefined : connections.get(connectionId);
  return {
    ...presentFlowPhrase(phrase),
    flow: flow === undefined ? null : { id: phrase.flowId, name: flow.name },
    whatsapp:
      connectionId === null || connection === undefined ? null : { id: connectionId, name: connection.name },
  };
};
