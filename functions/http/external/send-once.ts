import { channelOf } from '../../channels/channels.ts';
import { act, committedTicket, type Ports } from '../../conversations/act.ts';
import { asToken } from '../../conversations/actor.ts';
import { ensureContact } from '../../conversations/ensure-contact.ts';
import * as openScene from '../../conversations/open-scene.ts';
import type { ContactScene } from '../../conversations/scene.ts';
import { answerOfRepeated, type Sent, sentAnswer } from '../../domain/external/repeated-call.ts';
import { usageOf } from '../../domain/external/usage.ts';
import { capOver, reachedCapError } from '../../domain/sends/send-limits.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import { sendUnkept } from '../../domain/turns/unkept-sends.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { Directory } from '../../platform/directory.ts';
import { errorFields, log } from '../../platform/log.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import type { ContactRow } from '../../repositories/contacts/contacts.ts';
import { countUsageItem } from '../../repositories/figures/api-usage.ts';
import { countUnkeptItem } from '../../repositories/figures/rollups.ts';
import { watchSends } from '../../repositories/figures/watch-sends.ts';
import {
  externalCallItems,
  loadExternalCall,
  type NamedCall,
} from '../../repositories/rows/external-calls.ts';
import { type ExternalSend, externalTurn, requireFewMessages } from './external-turn.ts';
import { identityOf } from './recipient.ts';

/** The messages of a call, their recipient, and the call's idempotency key. */
export interface NamedSend extends ExternalSend {
  number: string;
  call: NamedCall;
  /** The conversation with the recipient, if it has just been read. */
  scene?: ContactScene | undefined;
}

/** The answer to a call. */
export interface Outcome {
  sent: Sent;
  /** Whether an earlier call with the same key has sent, and this one has not. */
  isRepeated: boolean;
}

/**
 * Returns the answer of the earlier call that this one repeats; undefined for a call without a key, or with a new one.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH
 */
export const findAnswer = async (
  { companyId }: ApiTokenPrincipal,
  call: NamedCall,
  nowMs: number,
): Promise<Sent | undefined> =>
  answerOfRepeated(await loadExternalCall(openTable(companyId), call), call.bodyHash, nowMs);

/** Returns the contact with a number, or creates it in a transaction of its own. */
export const contactOf = (
  { companyId, connection, directory }: ApiTokenPrincipal,
  number: string,
  moment: Moment,
): Promise<ContactRow> => {
  const identity = identityOf(channelOf(connection), number);
  return ensureContact(
    { table: openTable(companyId), directory, ...moment },
    {
      identities: [identity],
      isGroup: identity.kind === 'group',
      connectionId: connection.id,
      channel: connection.channel,
    },
  );
};

/** Opens the conversation with a number, and creates the contact if there is none. Four reads of a known contact. */
const openConversation = async (
  { ids, clock }: Ports,
  { principal, number }: Pick<NamedSend, 'principal' | 'number'>,
): Promise<ContactScene> => {
  const contact = await contactOf(principal, number, { ids, nowMs: clock.now() });
  const place = { contactId: contact.id, connectionId: principal.connection.id };
  return openScene.byContact(asToken(principal), place);
};

/** Returns the write that counts a call that sends. */
export const usageItem = (
  { principal, number, drafts }: Pick<NamedSend, 'principal' | 'number' | 'drafts'>,
  nowMs: number,
) => {
  const { companyId, directory } = principal;
  const counted = { timeZone: directory.company.timeZone, number, step: usageOf(drafts) };
  return countUsageItem(openTable(companyId), counted, nowMs);
};

/**
 * Refuses a call on a connection whose cap of sends is reached, before anything is stored for its recipient.
 * @throws AppError ERR_SEND_CAP_REACHED
 */
const requireWithinCaps = ({ connection, directory }: ApiTokenPrincipal, nowMs: number): void => {
  const cap = capOver(directory.reachedCaps, connection.id, nowMs);
  if (cap !== undefined) throw reachedCapError(cap);
};

/**
 * Sends to a contact, once for each key: messages with their commands, ticket, the call's answer and its count are one
 * transaction. Of simultaneous calls with one key, one sends and the others get its answer.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT, ERR_SEND_CAP_REACHED, and those of {@link externalTurn}
 */
export const sendKept = async (ports: Ports, sending: NamedSend): Promise<Outcome> => {
  const { principal, call } = sending;
  const table = openTable(principal.companyId);
  const { clock } = ports;
  requireWithinCaps(principal, clock.now());
  // Only for the first attempt. A contact without a connection, which was imported, gets this one first.
  let justRead = sending.scene?.contact.connectionId === null ? undefined : sending.scene;
  const open = async () => {
    const opening = justRead ?? openConversation(ports, sending);
    justRead = undefined;
    const [scene, earlier] = await Promise.all([opening, loadExternalCall(table, call)]);
    return { ...scene, earlier, repeated: answerOfRepeated(earlier, call.bodyHash, clock.now()) };
  };
  const { scene, done } = await act(
    ports,
    open,
    (opened, world, moment) =>
      opened.repeated === undefined ? externalTurn(sending, opened, world, moment) : undefined,
    ({ tickets, messages }, { earlier }, { nowMs }) => {
      const ticketId = tickets.at(-1)?.after.id ?? null;
      const messageIds = messages.map(({ after }) => after.id);
      return [
        ...externalCallItems(table, call, { ticketId, messageIds, scheduleId: null }, earlier, nowMs),
        usageItem(sending, nowMs),
      ];
    },
  );
  if (scene.repeated !== undefined) return { sent: scene.repeated, isRepeated: true };
  const messageIds = done?.messages.map(({ id }) => id) ?? [];
  const answer = { ticketId: committedTicket(done).id, messageIds, scheduleId: null };
  return { sent: sentAnswer(answer), isRepeated: false };
};

/** Watches sends that no stream reports. The messages are on their way, so a failure here must not fail the call. */
const watchUnkept = async (directory: Directory, count: number, nowMs: number): Promise<void> => {
  if (count === 0) return;
  try {
    await watchSends(directory, count, nowMs);
  } catch (error) {
    log.warn('sends were not watched', errorFields(error));
  }
};

/**
 * Sends without storing contact, ticket or message, once for each key. Files are removed after they were sent.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT, ERR_FILESIZE_OVER_LIMIT, ERR_VALIDATION,
 * ERR_SEND_CAP_REACHED
 */
export const sendWithoutRecord = async ({ ids, clock }: Ports, sending: NamedSend): Promise<Outcome> => {
  const { principal, number, drafts, call } = sending;
  const { companyId, connection, directory } = principal;
  const { timeZone } = directory.company;
  const channel = channelOf(connection);
  const table = openTable(companyId);
  requireWithinCaps(principal, clock.now());
  const { outcome, count } = await retryOnConflict(async () => {
    const nowMs = clock.now();
    const earlier = await loadExternalCall(table, call);
    const repeated = answerOfRepeated(earlier, call.bodyHash, nowMs);
    if (repeated !== undefined) return { outcome: { sent: repeated, isRepeated: true }, count: 0 };
    const where = { companyId, connectionId: connection.id, to: identityOf(channel, number) };
    const calls = drafts.flatMap((draft) =>
      sendUnkept({ ...where, draft: { ...draft, userId: null } }, channel, { ids, nowMs }),
    );
    requireFewMessages(calls);
    const removals = drafts.flatMap(({ media }) =>
      media == null
        ? []
        : [
            {
              kind: 'file-removal',
              subject: media.key,
              dueAt: nowMs + FILE_REMOVAL_AFTER_MS,
              data: {},
            } as const,
          ],
    );
    const answer = { ticketId: null, messageIds: [], scheduleId: null };
    await commit([
      ...calls.map((one) => outboxItem(table, one, { ids, nowMs })),
      ...removals.map((timer) => setTimerItem(table, timer, { ids, nowMs })),
      ...externalCallItems(table, call, answer, earlier, nowMs),
      usageItem(sending, nowMs),
      countUnkeptItem(
        table,
        { connectionId: connection.id, number, count: calls.length },
        { nowMs, timeZone },
      ),
    ]);
    return { outcome: { sent: sentAnswer(answer), isRepeated: false }, count: calls.length };
  });
  await watchUnkept(directory, count, clock.now());
  return outcome;
};
