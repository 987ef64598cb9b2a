import { channelOf } from '../../channels/channels.ts';
import { act, committedTicket, type Ports } from '../../conversations/act.ts';
import { asToken } from '../../conversations/actor.ts';
import { ensureContact } from '../../conversations/ensure-contact.ts';
import * as openScene from '../../conversations/open-scene.ts';
import { answerOfRepeated, type Sent, sentAnswer } from '../../domain/external/repeated-call.ts';
import { usageOf } from '../../domain/external/usage.ts';
import { sendUnkept } from '../../domain/turns/message-turns.ts';
import type { Moment } from '../../domain/turns/turn.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import type { ContactRow } from '../../repositories/contacts/contacts.ts';
import { countUsageItem } from '../../repositories/figures/api-usage.ts';
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
const contactOf = (
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

/** Returns the write that counts a call that sends. */
const usageItem = ({ principal, number, drafts }: NamedSend, nowMs: number) => {
  const { companyId, directory } = principal;
  const counted = { timeZone: directory.company.timeZone, number, step: usageOf(drafts) };
  return countUsageItem(openTable(companyId), counted, nowMs);
};

/**
 * Sends to a contact, once for each key: messages with their commands, ticket, the call's answer and its count are one
 * transaction. Of simultaneous calls with one key, one sends and the others get its answer.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT, and those of {@link externalTurn}
 */
export const sendKept = async (ports: Ports, sending: NamedSend): Promise<Outcome> => {
  const { principal, number, call } = sending;
  const { connection, companyId } = principal;
  const table = openTable(companyId);
  const { ids, clock } = ports;
  const contact = await contactOf(principal, number, { ids, nowMs: clock.now() });
  const open = async () => {
    const place = { contactId: contact.id, connectionId: connection.id };
    const [scene, earlier] = await Promise.all([
      openScene.byContact(asToken(principal), place),
      loadExternalCall(table, call),
    ]);
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
        ...externalCallItems(table, call, { ticketId, messageIds }, earlier, nowMs),
        usageItem(sending, nowMs),
      ];
    },
  );
  if (scene.repeated !== undefined) return { sent: scene.repeated, isRepeated: true };
  const messageIds = done?.messages.map(({ id }) => id) ?? [];
  return { sent: sentAnswer({ ticketId: committedTicket(done).id, messageIds }), isRepeated: false };
};

/**
 * Sends without storing contact, ticket or message, once for each key. Files are removed after they were sent.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH, ERR_CONFLICT, ERR_FILESIZE_OVER_LIMIT, ERR_VALIDATION
 */
export const sendWithoutRecord = ({ ids, clock }: Ports, sending: NamedSend): Promise<Outcome> => {
  const { principal, number, drafts, call } = sending;
  const { companyId, connection } = principal;
  const channel = channelOf(connection);
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const nowMs = clock.now();
    const earlier = await loadExternalCall(table, call);
    const repeated = answerOfRepeated(earlier, call.bodyHash, nowMs);
    if (repeated !== undefined) return { sent: repeated, isRepeated: true };
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
    const answer = { ticketId: null, messageIds: [] };
    await commit([
      ...calls.map((one) => outboxItem(table, one, { ids, nowMs })),
      ...removals.map((timer) => setTimerItem(table, timer, { ids, nowMs })),
      ...externalCallItems(table, call, answer, earlier, nowMs),
      usageItem(sending, nowMs),
    ]);
    return { sent: sentAnswer(answer), isRepeated: false };
  });
};
