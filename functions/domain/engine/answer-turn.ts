import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import { MENU, NO_AUTOMATION } from '../tickets/automation.ts';
import {
  type Moment,
  mergeTurns,
  type Stored,
  type Turn,
  ticketOf,
  turnOn,
  withTicket,
} from '../turns/turn.ts';
import { attachedFile } from './attached-file.ts';
import { disclosed } from './disclosure.ts';
import { asked, leaderOf } from './leader-call.ts';
import { closes, waitsIn } from './moves.ts';
import { givenTo } from './option-levels.ts';
import { type EngineScene, filled, say, withoutSilenced } from './scene.ts';
import { type EngineWorld, menuQueues } from './world.ts';

export type Answer = InboundEventOf<'answer'>;

type Awaiting = AutomationOf<'flow' | 'integration' | 'assistant'>;

/** Returns the automation of a ticket if it awaits an answer. */
export const awaitingOf = (automation: Automation): Awaiting | undefined =>
  'awaits' in automation && automation.awaits !== null ? automation : undefined;

/** Stops the automation of a ticket: the ticket waits for attendants, in its queue if it has one. */
export const toPeople = (turn: Turn, scene: EngineScene): Turn => {
  const { queueId, userId } = ticketOf(turn);
  return queueId === null || userId !== null
    ? withTicket(turn, (ticket) => ({ ...ticket, automation: NO_AUTOMATION }))
    : waitsIn(turn, queueId, scene);
};

/** After the automation that led the ticket: the queue menu if there are queues to choose from, otherwise people. */
export const withoutLeader = (turn: Turn, scene: EngineScene): Turn =>
  ticketOf(turn).queueId === null && menuQueues(scene).length > 0
    ? withTicket(turn, (ticket) => ({ ...ticket, automation: MENU }))
    : toPeople(turn, scene);

/** Asks an integration or an assistant about the messages that the customer wrote while its answer was awaited. */
const asksNext = (turn: Turn, scene: EngineScene): Turn => {
  const { automation } = ticketOf(turn);
  // What a flow keeps waits for the end of its pause.
  if (automation.kind === 'flow' || !('waiting' in automation) || automation.waiting.length === 0)
    return turn;
  const leader = leaderOf(turn, scene);
  return leader === undefined ? withoutLeader(turn, scene) : asked(turn, leader, automation.waiting, scene);
};

const goes = (turn: Turn, next: Answer['next'], scene: EngineScene): Turn => {
  switch (next.goesTo) {
    case 'more':
      return turn;
    case 'automation':
      return asksNext(turn, scene);
    case 'queue':
      return scene.queues.has(next.queueId) ? givenTo(turn, next, scene) : toPeople(turn, scene);
    case 'people':
      return toPeople(turn, scene);
    case 'end':
      return closes(turn, 'closed', scene);
  }
};

/**
 * The most messages of one answer, so that its transaction has room: some channels need several for a long text. What
 * follows is left out.
 */
const MESSAGES_MAX = 30;

/** Sends one message of an answer, until a text is silenced. A file that is too large for the channel is left out. */
const told = (turn: Turn, { text, file, assistant }: Answer['says'][number], scene: EngineScene): Turn => {
  if (turn.messages.length >= MESSAGES_MAX || turn.silenced.length > 0) return turn;
  const attached =
    file === undefined ? undefined : attachedFile(file, shownKindOf(file.mimeType) ?? 'application', scene);
  const answer = {
    rule: 'answer',
    text: filled(text, ticketOf(turn), scene),
    file: attached?.file,
    assistant: assistant ?? null,
  } as const;
  const said = say(turn, answer, scene);
  return attached === undefined || said.messages.length === turn.messages.length
    ? said
    : mergeTurns(said, { copies: attached.copies });
};

/** Which part of the awaited answer comes next. Only integrations answer in parts. */
const partOf = (awaiting: Awaiting): number =>
  awaiting.kind === 'integration' ? (awaiting.awaits?.parts ?? 0) : 0;

/** Returns the automation after a part of its answer: it awaits the next part, or nothing. */
const afterPart = (awaiting: Awaiting, { session, next }: Pick<Answer, 'session' | 'next'>): Automation => {
  if (awaiting.kind !== 'integration') return { ...awaiting, awaits: null };
  const { awaits } = awaiting;
  return {
    ...awaiting,
    awaits: next.goesTo === 'more' && awaits !== null ? { ...awaits, parts: awaits.parts + 1 } : null,
    session: session === undefined ? awaiting.session : session,
  };
};

/**
 * Applies a part of a late answer to the ticket that awaits it: sends its messages, and moves the conversation on.
 * undefined if the ticket awaits no answer with this token, or another part: an attendant took the ticket, a newer
 * question was asked, or the answer arrived twice.
 * @throws Wanted if data is needed that was not read
 */
export const answerTurn = (
  ticket: Stored<Ticket>,
  answer: Pick<Answer, 'token' | 'part' | 'says' | 'session' | 'next'>,
  world: EngineWorld,
  moment: Moment,
): Turn | undefined => {
  const awaiting = awaitingOf(ticket.automation);
  if (awaiting?.awaits?.token !== answer.token || partOf(awaiting) !== answer.part) return undefined;
  if (world.isExpired) return undefined;
  const scene: EngineScene = { ...world, moment, heard: undefined };
  const automation = afterPart(awaiting, answer);
  const taken = withTicket(turnOn(ticket), (one) => ({ ...one, automation }));
  const before = answer.says.length === 0 ? taken : disclosed(taken, scene);
  const said = answer.says.reduce((turn, one) => told(turn, one, scene), before);
  return withoutSilenced(goes(said, answer.next, scene));
};
