import {
  INBOUND_MAX_RECEIVES,
  type InboundEvent,
  inboundEventSchema,
} from '@prosa/shared/messaging/inbound-event.ts';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { systemClock } from '../../platform/clock.ts';
import { describeIssues } from '../../platform/describe-issues.ts';
import { directoryWith } from '../../platform/directory-with.ts';
import { systemIds } from '../../platform/ids.ts';
import { errorFields, log, withLogFields } from '../../platform/log.ts';
import { openTable } from '../../platform/table/table.ts';
import { quarantine } from '../../repositories/quarantine.ts';
import { changeMessage } from './change-message.ts';
import type { InboundContext } from './ports.ts';
import { writeSessionState } from './session-state.ts';
import { settleSend } from './settle-send.ts';
import { storeMedia } from './store-media.ts';
import { storeMessage } from './store-message.ts';

const SOURCE = 'inbound';

const processEvent = async (context: InboundContext, event: InboundEvent): Promise<void> => {
  switch (event.type) {
    case 'message':
      log.debug('message processed', { result: await storeMessage(context, event) });
      return;
    case 'receipt':
    case 'reaction':
    case 'edit':
    case 'revoke':
      return changeMessage(context, event);
    case 'media':
      return storeMedia(context, event);
    case 'send-result':
      return settleSend(context, event);
    case 'session':
      return writeSessionState(context, event);
  }
};

type Parsed = { event: InboundEvent } | { problem: string };

const parse = (body: string): Parsed => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { problem: 'not JSON' };
  }
  const parsed = inboundEventSchema.safeParse(value);
  if (parsed.success) return { event: parsed.data };
  return { problem: describeIssues(parsed.error) };
};

/** What nobody can process is kept aside, so that it neither blocks its conversation nor disappears. */
const processRecord = async (record: SQSRecord): Promise<void> => {
  const nowMs = systemClock.now();
  const parsed = parse(record.body);
  if ('problem' in parsed) return quarantine(SOURCE, parsed.problem, record.body, nowMs);
  const { event } = parsed;
  const { companyId, connectionId, type } = event;
  await withLogFields({ companyId, connectionId, event: type }, async () => {
    const directory = await directoryWith(companyId, connectionId);
    if (directory === undefined) {
      return quarantine(SOURCE, 'unknown company or connection', record.body, nowMs);
    }
    await processEvent({ table: openTable(companyId), directory, ids: systemIds, nowMs }, event);
  });
};

const isLastTry = ({ attributes }: SQSRecord): boolean =>
  Number(attributes.ApproximateReceiveCount) >= INBOUND_MAX_RECEIVES;

/**
 * One conversation's events in order; from the first failure on, they come again. What fails for the last time goes to
 * the dead letters alone: those behind it, which used up their tries waiting for it, are processed now.
 */
const processGroup = async (records: readonly SQSRecord[]): Promise<string[]> => {
  const dead: string[] = [];
  for (const [index, record] of records.entries()) {
    try {
      await processRecord(record);
    } catch (error) {
      log.error('inbound event failed', { messageId: record.messageId, ...errorFields(error) });
      if (!isLastTry(record)) return [...dead, ...records.slice(index).map(({ messageId }) => messageId)];
      dead.push(record.messageId);
    }
  }
  return dead;
};

/** The queue `inbound`: conversations side by side, each in its order. */
export const handler = async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const groups = Map.groupBy(event.Records, (record) => record.attributes.MessageGroupId ?? record.messageId);
  const failed = await Promise.all([...groups.values()].map(processGroup));
  return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
};
