import { type Answer, answerTurn } from '@prosa/functions/domain/engine/answer-turn.ts';
import { activeTicket, take, worldOn } from '@prosa/functions/domain/engine/rehearsal.ts';
import { turnOn, withTicket } from '@prosa/functions/domain/turns/turn.ts';
import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { type Integration, integrationSchema } from '@prosa/shared/entities/integration.ts';
import { integrationCallMessageSchema } from '@prosa/shared/messaging/integration-call.ts';
import type { Play, Shop } from './play.ts';

/** The id of the integration in these tests. */
export const BOT = 9;

/** Returns the integration, of a type. */
export const bot = (type: Integration['type'], fields: Partial<Integration> = {}): Integration =>
  integrationSchema.parse({
    companyId: 7,
    id: BOT,
    name: 'Robô',
    type,
    createdAt: '2026-11-20T12:00:00.000Z',
    ...fields,
  });

/** A shop whose connection, without queues, gives its tickets to an integration. */
export const led = (type: Integration['type'], fields: Partial<Integration> = {}, shop: Shop = {}): Shop => ({
  integrations: [bot(type, fields)],
  ...shop,
  connection: { queueIds: [], integrationId: BOT, ...shop.connection },
});

/** Returns the calls of integrations so far. */
export const callsOf = (play: Play) =>
  play.stage.turns
    .flatMap(({ calls }) => calls)
    .filter(({ queue }) => queue === 'integration-calls')
    .map(({ body, groupId }) => ({ ...integrationCallMessageSchema.parse(JSON.parse(body)), groupId }));

/** Returns the texts of messages. */
export const textsOf = (play: Play, messageIds: readonly string[]): string[] =>
  messageIds.map((id) => play.stage.messages.find((message) => message.id === id)?.body ?? id);

/** Returns the texts that each call asks about. */
export const askedBy = (play: Play): string[][] =>
  callsOf(play).map(({ messageIds }) => textsOf(play, messageIds));

/** Returns the state of the newest ticket, which an integration must lead. */
export const automationOf = (play: Play): AutomationOf<'integration'> => {
  const { automation } = play.ticket;
  if (automation.kind !== 'integration') throw new Error(`led by ${automation.kind}`);
  return automation;
};

/** Applies an answer to the call with a token; returns whether it changed anything. */
export const answersTo = (play: Play, token: string, answer: Partial<Answer>): boolean => {
  const ticket = activeTicket(play.stage);
  if (ticket === undefined) return false;
  const turn = answerTurn(
    ticket,
    { token, part: 0, says: [], next: { goesTo: 'automation' }, ...answer },
    worldOn(play.stage, play.setup),
    play.moment(),
  );
  if (turn !== undefined) play.stage = take(play.stage, turn, play.setup, play.moment());
  return turn !== undefined;
};
/** Applies an answer to the newest call; returns whether it changed anything. */
export const answers = (play: Play, answer: Partial<Answer> = {}): boolean =>
  answersTo(play, callsOf(play).at(-1)?.token ?? '', answer);
/** Returns what an answer says, of texts. */
export const says = (...texts: string[]) => ({ says: texts.map((text) => ({ text })) });

/** Switches an integration on for the ticket, as an attendant does. */
export const switchedOn = (play: Play): Play => {
  const ticket = activeTicket(play.stage);
  if (ticket === undefined) throw new Error('no ticket');
  const turn = withTicket(turnOn(ticket), (one) => ({ ...one, integrationId: BOT }));
  play.stage = take(play.stage, turn, play.setup, play.moment());
  return play.attendant({ useIntegration: true });
};
