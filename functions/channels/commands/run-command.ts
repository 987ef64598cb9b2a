import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { KEPT_NOWHERE, parseMessageId } from '../../domain/message-id.ts';
import { getObject, putObject } from '../../platform/blob/blob.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { requireEnv } from '../../platform/env.ts';
import { errorFields, log } from '../../platform/log.ts';
import { RetryLater } from '../../platform/queue/retry-later.ts';
import { beginSend, takeBackSend } from '../../platform/table/updates.ts';
import { type ConnectionRow, loadConnection } from '../../repositories/connections/connections.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { chatKeyOf } from '../chat-key.ts';
import { type Files, ProviderFailed } from '../driver.ts';
import { type LinkPorts, linkedOf, tellDown } from './linked-connection.ts';
import { tellInbound } from './tell-inbound.ts';

type CommandOf<T extends ChannelCommand['type']> = Extract<ChannelCommand, { type: T }>;
type SendResult = InboundEventOf<'send-result'>['result'];

/** What carrying out a command needs. */
export interface CommandPorts extends LinkPorts {
  /** How often the command was received, including this time. */
  receives: number;
  isLastTry: boolean;
}

const files = (nowMs: number): Files => ({
  read: getObject,
  link: async (key) => `${requireEnv('APP_ORIGIN')}${(await mediaLinker(nowMs))(key)}`,
});

/** Returns the delay of a retry in seconds; undefined if none comes before the message may no longer wait. */
const retryInS = (
  error: ProviderFailed,
  { isLastTry, nowMs }: CommandPorts,
  waitsUntil: number,
): number | undefined => {
  if (error.remedy.does !== 'wait' || isLastTry) return undefined;
  const { waitS } = error.remedy;
  return nowMs + waitS * 1000 >= waitsUntil ? undefined : waitS;
};

/**
 * Sends a message at most once: the attempt is marked as begun before the call. A delivery that finds it begun reports
 * that the outcome is unknown, because the process that began it ended during the call.
 * @throws RetryLater
 */
const sendOnce = async (
  command: CommandOf<'send'>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<SendResult | undefined> => {
  const { messageId, attempt, to, content, quoted, tag, waitsUntil } = command;
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('not a message id');
  const isKept = place.contactId !== KEPT_NOWHERE;
  const linked = await linkedOf(connection, ports);
  if (isKept && !(await beginSend(ports.table, place, attempt))) {
    const known = await loadMessage(ports.table, messageId);
    const isOpen = known?.attempt === attempt && known.sendState === 'sending';
    return isOpen ? { state: 'unknown', reason: 'interrupted' } : undefined;
  }
  // Nothing records that it began, so only the first delivery sends it.
  if (!isKept && ports.receives > 1) return undefined;
  // Only now is it certain that no earlier delivery has called the provider.
  if (ports.nowMs >= waitsUntil) return { state: 'failed', reason: 'rate-limited' };
  if (linked === undefined) return { state: 'failed', reason: 'relink-needed' };
  try {
    const message = { to, content, quoted, tag, reference: `${messageId}#${attempt}` };
    const providerMessageId = await linked.driver.send(linked.account, message, files(ports.nowMs));
    return { state: 'sent', providerMessageId };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) {
      if (isKept) await takeBackSend(ports.table, place, attempt);
      throw error;
    }
    const delayS = isKept ? retryInS(error, ports, waitsUntil) : undefined;
    if (delayS !== undefined) {
      await takeBackSend(ports.table, place, attempt);
      throw new RetryLater(delayS);
    }
    log.info('a message was not sent', { reason: error.reason, ...errorFields(error.cause) });
    if (error.remedy.does === 'relink') await tellDown(connection, ports, error.remedy.because);
    return { state: error.remedy.does === 'doubt' ? 'unknown' : 'failed', reason: error.reason };
  }
};

const runSend = async (
  command: CommandOf<'send'>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<void> => {
  const result = await sendOnce(command, connection, ports);
  if (result === undefined) return;
  const { messageId, attempt, to } = command;
  await tellInbound<'send-result'>(connection, chatKeyOf(to), {
    type: 'send-result',
    messageId,
    attempt,
    result,
  });
};

/** Number of receives after which a call without a response is no longer retried: about two minutes. */
const DOUBTS_MAX = 7;

/**
 * Runs a call that may be repeated.
 * @throws RetryLater if the provider asks to wait, or did not respond
 */
const repeatable = async <T>(
  call: () => Promise<T>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<{ done: T } | { refused: ProviderFailed }> => {
  try {
    return { done: await call() };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const { remedy } = error;
    if (remedy.does === 'relink') await tellDown(connection, ports, remedy.because);
    if (remedy.does === 'wait' && !ports.isLastTry) throw new RetryLater(remedy.waitS);
    if (remedy.does === 'doubt' && ports.receives < DOUBTS_MAX) throw new RetryLater(2 ** ports.receives);
    log.info('nothing fetched from a provider', { reason: error.reason, ...errorFields(error.cause) });
    return { refused: error };
  }
};

const fetchFile = async (
  command: CommandOf<'fetch-media'>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<void> => {
  const linked = await linkedOf(connection, ports);
  const { key, media, maxBytes, messageId } = command;
  const report = (result: InboundEventOf<'media'>['result']) =>
    tellInbound<'media'>(connection, messageId, { type: 'media', messageId, result });
  if (linked === undefined) return report({ state: 'failed', reason: 'relink-needed' });
  const { driver, account } = linked;
  const fetched = await repeatable(
    () => driver.fetchFile(account, media.source, maxBytes),
    connection,
    ports,
  );
  if ('refused' in fetched) return report({ state: 'failed', reason: fetched.refused.reason });
  const { bytes, mimeType } = fetched.done;
  const type = mimeType === '' ? media.mimeType : mimeType;
  await putObject(key, bytes, type, media.fileName ?? '');
  return report({ state: 'stored', key, mimeType: type, size: bytes.byteLength });
};

const markRead = async (
  { to, providerMessageIds }: CommandOf<'read'>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<void> => {
  const linked = await linkedOf(connection, ports);
  if (linked === undefined) return;
  const { driver, account } = linked;
  try {
    await driver.markRead(account, { to, providerMessageIds });
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    // A read mark is not worth a retry: the next one covers it.
    log.info('messages not marked as read', { reason: error.reason, ...errorFields(error.cause) });
  }
};

const fetchProfile = async (
  { contactId, person }: CommandOf<'fetch-profile'>,
  connection: ConnectionRow,
  ports: CommandPorts,
): Promise<void> => {
  const linked = await linkedOf(connection, ports);
  if (linked === undefined) return;
  const { driver, account } = linked;
  const found = await repeatable(() => driver.profileOf(account, person), connection, ports);
  if ('refused' in found || found.done === undefined) return;
  const { name } = found.done;
  await tellInbound<'profile'>(connection, person.value, { type: 'profile', contactId, person, name });
};

/**
 * Carries out a command at the provider of its connection, and reports the outcome over the inbound queue. A command
 * of a removed connection is dropped. Reads the connection (one read of half a unit for every 4 kB); a send writes
 * once before its call.
 * @throws RetryLater if the provider asks to wait
 */
export const runCommand = async (command: ChannelCommand, ports: CommandPorts): Promise<void> => {
  const connection = await loadConnection(ports.table, command.connectionId);
  if (connection === undefined) return;
  switch (command.type) {
    case 'send':
      return runSend(command, connection, ports);
    case 'fetch-media':
      return fetchFile(command, connection, ports);
    case 'read':
      return markRead(command, connection, ports);
    case 'fetch-profile':
      return fetchProfile(command, connection, ports);
    case 'edit':
    case 'delete':
    case 'mark-unread':
    case 'check-number':
      // The capabilities of these channels offer none of them.
      throw new Error(`no channel of this worker can ${command.type}`);
  }
};
