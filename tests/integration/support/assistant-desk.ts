import { sealAssistantKey } from '@prosa/functions/platform/assistant-secrets.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Assistant as AssistantEntity } from '@prosa/functions/platform/table/entities/assistants.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { assistantItems } from '@prosa/functions/repositories/assistants/assistants.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type Assistant, assistantSchema } from '@prosa/shared/entities/assistant.ts';
import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import {
  ASSISTANT_ANSWER_DUE_AFTER_MS,
  type AssistantCallMessage,
} from '@prosa/shared/messaging/assistant-call.ts';
import type { TestCompany } from '../../factories/company.ts';
import { fileMessage } from '../../factories/file-message.ts';
import { makeTicket, reload } from '../../factories/tickets.ts';
import { plant } from '../../support/plant.ts';

/** The address of the fake model; the server of the test is behind every host. */
export const MODEL_URL = 'https://model.example/v1';
/** What a customer can never see or change. */
export const INSTRUCTIONS = plant('Você atende clientes da padaria Sol, com gentileza, em uma frase.');

/** Adds an assistant to a company, with keys as plain texts; without a queue it gets one. */
export const addAssistant = async (
  company: TestCompany,
  {
    key,
    speechKey,
    ...fields
  }: Partial<Assistant> & { key?: string | undefined; speechKey?: string | undefined } = {},
): Promise<number> => {
  const { table, id: companyId } = company;
  const id = await nextId(table, AssistantEntity);
  const seal = async (kind: 'apiKey' | 'voiceKey', text: string | undefined) =>
    text === undefined
      ? null
      : { sealed: await sealAssistantKey(companyId, id, kind, plant(text)), hint: text.slice(-4) };
  const assistant = assistantSchema.parse({
    companyId,
    id,
    name: `assistant ${id}`,
    prompt: INSTRUCTIONS,
    baseUrl: MODEL_URL,
    apiKey: await seal('apiKey', key),
    voiceKey: await seal('voiceKey', speechKey),
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: fields.queueId ?? (await company.addQueue()),
    createdAt: new Date().toISOString(),
    ...fields,
  });
  await commit(assistantItems(table, undefined, assistant, Date.now()));
  forgetDirectory(companyId);
  return id;
};

/** A message of the customer in a test: a text, or fields. */
type Written = string | Partial<MessageRow>;

/** Makes a ticket await the answer of an assistant to messages of its customer. Returns it with the call. */
export const awaitAssistant = async (
  { id: companyId, table }: TestCompany,
  { connectionId, promptId }: { connectionId: number; promptId: number },
  written: readonly Written[],
  known?: TicketRow,
): Promise<{ ticket: TicketRow; call: AssistantCallMessage }> => {
  const before = known ?? (await makeTicket(table, { connectionId }));
  // Another one for each change of the ticket.
  const token = `token-${before.id}-${before.version}`;
  const until = new Date(systemClock.now() + ASSISTANT_ANSWER_DUE_AFTER_MS).toISOString();
  const automation: AutomationOf<'assistant'> = {
    kind: 'assistant',
    promptId,
    awaits: { token, until },
    waiting: [],
    isDisclosed: true,
  };
  const place = { companyId, contactId: before.contactId, connectionId, ticketId: before.id };
  const messages = written.map((fields, index) =>
    fileMessage(place, before.version * 100 + index, {
      mediaType: 'extendedTextMessage',
      media: null,
      ...(typeof fields === 'string' ? { body: fields } : fields),
    }),
  );
  await commit([
    table.put(Ticket, { ...before, automation }, before.version),
    ...messages.map((message) => table.put(Message, message, 'absent')),
  ]);
  const asked = messages.filter(({ fromMe }) => !fromMe).map(({ id }) => id);
  return {
    ticket: await reload(table, before.id),
    call: { companyId, promptId, ticketId: before.id, token, messageIds: asked },
  };
};
