import type { ChannelCommand } from '@prosa/shared/messaging/channel-command.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SendFailure } from '@prosa/shared/rules/send-failure.ts';
import {
  KEPT_NOWHERE,
  type MessageIdParts,
  parseMessageId,
  receiverOfMessage,
} from '../../domain/message-id.ts';
import { getObject, putObject } from '../../platform/blob/blob.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { requireEnv } from '../../platform/env.ts';
import { errorFields, log } from '../../platform/log.ts';
import { RetryLater } from '../../platform/queue/retry-later.ts';
import { beginSend, takeBackSend } from '../../platform/table/updates.ts';
import { beginReceiverSend, takeBackReceiverSend } from '../../repositories/campaigns/begin-send.ts';
import { loadConnectionWithCircuit } from '../../repositories/connections/circuits.ts';
import type { ConnectionRow } from '../../repositories/connections/connections.ts';
import { loadMessage } from '../../repositories/tickets/messages.ts';
import { chatKeyOf } from '../chat-key.ts';
import { type Files, ProviderFailed } from '../driver.ts';
import { type LinkPorts, linkedOf, tellDown } from './linked-connection.ts';
import { retryDelayS } from './retry-delay.ts';
import { storePicture } from './store-picture.ts';
import { tellInbound } from './tell-inbound.ts';
import { type CircuitPorts, refusalOf, throughCircuit } from './through-circuit.ts';

type CommandOf<T extends ChannelCommand['type']> = Extract<ChannelCommand, { type: T }>;
type SendResult = InboundEventOf<'send-result'>['result'];

/** What carrying out a command needs. */
export interface CommandPorts extends LinkPorts, Pick<CircuitPorts, 'clock' | 'random'> {
  /** How often the command was received, including this time. */
  receives: number;
  isLastTry: boolean;
}
type Ports = CommandPorts & CircuitPorts;

const files = (nowMs: number): Files => ({
  read: getObject,
  link: async (key) => `${requireEnv('APP_ORIGIN')}${(await mediaLinker(nowMs))(key)}`,
});

/** Returns the delay of a retry in seconds; undefined if none comes before the message may no longer wait. */
const retryInS = (
  { remedy }: ProviderFailed,
  { isLastTry, receives, clock, random }: CommandPorts,
  waitsUntil: number,
): number | undefined => {
  if (remedy.does !== 'wait' || isLastTry) return undefined;
  const latestS = Math.ceil((waitsUntil - clock.now()) / 1000) - 1;
  if (latestS < Math.max(1, remedy.waitS)) return undefined;
  return Math.min(retryDelayS(receives, remedy.waitS, random()), latestS);
};

/** Where it is written that an attempt began: a message, or a campaign's receiver. */
interface SendRecord {
  /** `interrupted`: it was begun before, and has no outcome. `over`: it has one, or is not the newest attempt. */
  begin: () => Promise<'begun' | 'interrupted' | 'over'>;
  /** For a call that the provider certainly did not carry out. */
  takeBack: () => Promise<unknown>;
}

/** Returns the record of a send; undefined for a message of which nothing is stored. */
const recordOf = (
  { messageId, attempt }: CommandOf<'send'>,
  place: MessageIdParts,
  { table }: CommandPorts,
): SendRecord | undefined => {
  const receiver = receiverOfMessage(place);
  if (receiver !== undefined)
    return {
      begin: () => beginReceiverSend(table, receiver, messageId),
      takeBack: () => takeBackReceiverSend(table, receiver, messageId),
    };
  if (place.contactId === KEPT_NOWHERE) return undefined;
  return {
    begin: async () => {
      if (await beginSend(table, place, attempt)) return 'begun';
      const known = await loadMessage(table, messageId);
      return known?.attempt === attempt && known.sendState === 'sending' ? 'interrupted' : 'over';
    },
    takeBack: () => takeBackSend(table, place, attempt),
  };
};

/**
 * Sends a message at most once: the attempt is marked as begun before the call. A delivery that finds it begun reports
 * that the outcome is unknown, because the process that began it ended during the call.
 * @throws RetryLater
 */
const sendOnce = async (
  command: CommandOf<'send'>,
  connection: ConnectionRow,
  ports: Ports,
): Promise<SendResult | undefined> => {
  const { messageId, attempt, to, content, quoted, tag, waitsUntil } = command;
  const place = parseMessageId(messageId);
  if (place === undefined) throw new Error('not a message id');
  const record = recordOf(command, place, ports);
  const refusal = refusalOf(ports);
  const waitS =
    record !== undefined && refusal !== undefined ? retryInS(refusal, ports, waitsUntil) : undefined;
  // Before the attempt is marked as begun, so that waiting for the provider writes nothing.
  if (waitS !== undefined) throw new RetryLater(waitS);
  const linked = await linkedOf(connection, ports);
  const begun = await record?.begin();
  if (begun === 'interrupted') return { state: 'unknown', reason: 'interrupted' };
  if (begun === 'over') return undefined;
  // Nothing records that it began, so only the first delivery sends it.
  if (record === undefined && ports.receives > 1) return undefined;
  // Only now is it certain that no earlier delivery has called the provider.
  if (ports.nowMs >= waitsUntil) return { state: 'failed', reason: refusal?.reason ?? 'rate-limited' };
  if (linked === undefined) return { state: 'failed', reason: 'relink-needed' };
  try {
    const message = { to, content, quoted, tag, reference: `${messageId}#${attempt}` };
    const { driver, account } = linked;
    const providerMessageId = await throughCircuit(
      () => driver.send(account, message, files(ports.nowMs)),
      connection,
      ports,
    );
    return { state: 'sent', providerMessageId };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) {
      await record?.takeBack();
      throw error;
    }
    const delayS = record === undefined ? undefined : retryInS(error, ports, waitsUntil);
    if (delayS !== undefined) {
      await record?.takeBack();
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
  ports: Ports,
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
  if (result.state !== 'failed' || result.reason !== ('opted-out' satisfies SendFailure)) return;
  await tellInbound<'marketing-preference'>(connection, chatKeyOf(to), {
    type: 'marketing-preference',
    chat: { isGroup: false, identities: [...to] },
    isWanted: false,
    sentAt: ports.nowMs,
  });
};

/** Number of receives after which a call without a response is no longer retried: after two minutes on average. */
const DOUBTS_MAX = 12;

/**
 * Runs a call that may be repeated.
 * @throws RetryLater if the provider asks to wait, or did not respond
 */
const repeatable = async <T>(
  call: () => Promise<T>,
  connection: ConnectionRow,
  ports: Ports,
): Promise<{ done: T } | { refused: ProviderFailed }> => {
  try {
    return { done: await call() };
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const { remedy } = error;
    if (remedy.does === 'relink') await tellDown(connection, ports, remedy.because);
    const { receives, random, isLastTry } = ports;
    if (remedy.does === 'wait' && !isLastTry)
      throw new RetryLater(retryDelayS(receives, remedy.waitS, random()));
    if (remedy.does === 'doubt' && receives < DOUBTS_MAX)
      throw new RetryLater(retryDelayS(receives, 0, random()));
    log.info('nothing fetched from a provider', { reason: error.reason, ...errorFields(error.cause) });
    return { refused: error };
  }
};

const fetchFile = async (
  command: CommandOf<'fetch-media'>,
  connection: ConnectionRow,
  ports: Ports,
): Promise<void> => {
  const linked = await linkedOf(connection, ports);
  const { key, media, maxBytes, messageId } = command;
  const report = (result: InboundEventOf<'media'>['result']) =>
    tellInbound<'media'>(connection, messageId, { type: 'media', messageId, result });
  if (linked === undefined) return report({ state: 'failed', reason: 'relink-needed' });
  const { driver, account } = linked;
  const refusal = refusalOf(ports);
  const fetched = await repeatable(
    // A file may lie at another server than the provider's API, so its fetch waits for the circuit but tells it nothing.
    () =>
      refusal === undefined ? driver.fetchFile(account, media.source, maxBytes) : Promise.reject(refusal),
    connection,
    ports,
  );
  if ('refused' in fetched) return report({ state: 'failed', reason: fetched.refused.reason });
  const { bytes, mimeType } = fetched.done;
  const type = mimeType === '' ? media.mimeType : mimeType;
  await putObject(key, bytes, type, media.fileName ?? '');
  return report({ state: 'stored', key, mimeType: type, size: bytes.byteLength });
};

/**
 * Tells a contact that an attendant read its messages, or is typing. A failed call is not repeated, because attendants read
 * and type again.
 */
const showContact = async (
  { type, to, ...command }: CommandOf<'read' | 'typing'>,
  connection: ConnectionRow,
  ports: Ports,
): Promise<void> => {
  if (type === 'typing' && ports.nowMs >= command.waitsUntil) return;
  const linked = await linkedOf(connection, ports);
  if (linked === undefined) return;
  const { driver, account } = linked;
  try {
    await throughCircuit(
      () =>
        'newestId' in command
          ? driver.showTyping(account, { to, newestId: command.newestId })
          : driver.markRead(account, { to, providerMessageIds: command.providerMessageIds }),
      connection,
      ports,
    );
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    log.info('nothing shown to the contact', {
      command: type,
      reason: error.reason,
      ...errorFields(error.cause),
    });
  }
};

const fetchProfile = async (
  { contactId, person, pictureKey }: CommandOf<'fetch-profile'>,
  connection: ConnectionRow,
  ports: Ports,
): Promise<void> => {
  const linked = await linkedOf(connection, ports);
  if (linked === undefined) return;
  const { driver, account } = linked;
  const found = await repeatable(
    () => throughCircuit(() => driver.profileOf(account, person), connection, ports),
    connection,
    ports,
  );
  if ('refused' in found || found.done === undefined) return;
  const { name, picture } = found.done;
  const stored = pictureKey === undefined ? undefined : await storePicture(pictureKey, picture);
  await tellInbound<'profile'>(connection, person.value, {
    type: 'profile',
    contactId,
    person,
    name,
    pictureKey: stored,
  });
};

/**
 * Carries out a command at the provider of its connection, and reports the outcome over the inbound queue. A command
 * of a removed connection is dropped. Reads the connection and its circuit in one batch (a unit for every 4 kB, and
 * one); a send writes once before its call.
 * @throws RetryLater if the provider asks to wait, or while its circuit is open
 */
export const runCommand = async (command: ChannelCommand, commandPorts: CommandPorts): Promise<void> => {
  const { connection, circuit } = await loadConnectionWithCircuit(commandPorts.table, command.connectionId);
  if (connection === undefined) return;
  const ports = { ...commandPorts, circuit };
  switch (command.type) {
    case 'send':
      return runSend(command, connection, ports);
    case 'fetch-media':
      return fetchFile(command, connection, ports);
    case 'read':
    case 'typing':
      return showContact(command, connection, ports);
    case 'fetch-profile':
      return fetchProfile(command, connection, ports);
    case 'edit':
    case 'delete':
    case 'mark-unread':
    case 'check-number':
    case 'check-numbers':
      // The capabilities of these channels offer none of them.
      throw new Error(`no channel of this worker can ${command.type}`);
  }
};
