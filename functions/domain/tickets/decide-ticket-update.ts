import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { ErrorCode } from '@prosa/shared/errors.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { askedForRating, asksForRating } from '../engine/rating.ts';
import type { LogEntry } from '../turns/ticket-turns.ts';
import { instantOf, type Moment } from '../turns/turn.ts';
import { continuedAttendance, finishedAttendance, newAttendance } from './attendance.ts';
import { INTEGRATION, isDriven, leading, MENU, NO_AUTOMATION, withPrompts } from './automation.ts';
import { closedTicket, withoutBot } from './closed-ticket.ts';

export type TicketCommand = 'accept' | 'return' | 'transfer' | 'resolve' | 'ignore' | 'reopen' | 'adjust';

/** The statuses from which each command is allowed. The other rules are with each command. */
export const TRANSITIONS: Record<TicketCommand, readonly TicketStatus[]> = {
  accept: ['pending', 'open', 'group', 'lgpd', 'nps'],
  return: ['open', 'group', 'lgpd', 'nps'],
  transfer: ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'],
  resolve: ['open', 'group', 'nps', 'closed'],
  ignore: ['pending', 'lgpd'],
  reopen: ['closed'],
  adjust: ['pending', 'open', 'group', 'closed', 'lgpd', 'nps'],
};

/** The changes to a ticket that a caller requests. */
export interface TicketChange {
  status?: 'open' | 'pending' | 'closed' | 'group' | undefined;
  userId?: number | null | undefined;
  queueId?: number | null | undefined;
  isBot?: boolean | undefined;
  sendFarewellMessage: boolean;
  sendGreetingMessage: boolean;
  amountUsedBotQueues?: number | undefined;
  unreadMessages?: number | undefined;
  msgTransfer?: string | null | undefined;
  isTransfered: boolean;
  useIntegration?: boolean | undefined;
  /** An existing integration of the company. Absent and null leave the ticket's. */
  integrationId?: number | null | undefined;
}

export interface TicketActor {
  viewer: Viewer;
  isAdmin: boolean;
  closesPending: boolean;
}

/** The company data that the decision needs. */
export interface TicketWorld {
  settings: Pick<
    CompanySettings,
    | 'requiredTag'
    | 'sendFarewellWaitingTicket'
    | 'sendMsgTransfTicket'
    | 'transferMessage'
    | 'closeTicketOnTransfer'
    | 'sendGreetingAccepted'
    | 'greetingAcceptedMessage'
    | 'userRating'
  >;
  plan: { useIntegrations: boolean };
  queues: ReadonlyMap<number, { closeTicket: boolean }>;
  users: ReadonlyMap<number, { active: boolean }>;
  /**
   * The attendant's farewell text: of the user who has the ticket, else of the user who closes it. Empty means the
   * connection's text.
   */
  farewellMessage: string;
  /** The ticket's connection; undefined if it was deleted. */
  connection:
    | { complationMessage: string; ratingMessage: string; groupAsTicket: boolean; connected: boolean }
    | undefined;
}

/**
 * A decided step, as `stepTicket` takes it, with the texts to send. It is not a turn yet: only the step tells which
 * other rows have to be read (the pointers of a conversation if the ticket closes or reopens, the contact and id of a
 * new ticket). `attendantTurn` makes the turn.
 */
export interface ChangedTicket {
  kind: 'changed';
  after: Ticket;
  logs: LogEntry[];
  attendance: Attendance | undefined;
  /** The previous attendance, which ends because `attendance` replaces it. */
  ended?: Attendance;
  /**
   * The text for the customer, with unfilled placeholders: from the attendant who makes the step, or from the system.
   */
  text: { template: string; by: 'attendant' } | { template: string; by: AutomaticRule } | null;
  /** Private note for the next attendant. */
  note: string | null;
  /** Set if the ticket closes here and the conversation continues on a new one. */
  successor: {
    status: Exclude<Ticket['status'], 'closed'>;
    queueId: number | null;
    userId: number | null;
    transferredById: number | null;
  } | null;
}
export type TicketDecision = { kind: 'unchanged' } | { kind: 'refused'; code: ErrorCode } | ChangedTicket;

const refused = (code: ErrorCode): TicketDecision => ({ kind: 'refused', code });

/** Returns the command that a caller means, because older clients only send fields. */
export const commandOf = (ticket: Ticket, change: TicketChange): TicketCommand | undefined => {
  if (change.isTransfered) return 'transfer';
  switch (change.status) {
    case 'closed':
      return ticket.status === 'pending' || ticket.status === 'lgpd' ? 'ignore' : 'resolve';
    case 'open':
    case 'group':
      return ticket.status === 'closed' ? 'reopen' : 'accept';
    case 'pending':
      if (ticket.status === 'pending') return 'adjust';
      return ticket.status === 'closed' ? undefined : 'return';
    case undefined: {
      const moves =
        (change.queueId !== undefined && change.queueId !== ticket.queueId) ||
        (change.userId !== undefined && change.userId !== ticket.userId);
      return moves ? 'transfer' : 'adjust';
    }
  }
};

/** Returns whether the caller transfers a ticket to themselves. This accepts the ticket, or reopens a closed ticket. */
const takesByTransfer = (change: TicketChange, actor: TicketActor): boolean =>
  change.userId === actor.viewer.id;

/**
 * Returns whether another attendant already has the ticket that a user tries to accept. Administrators may transfer
 * such a ticket to themselves, because a transfer shows that they know about the other attendant.
 */
export const isTaken = (ticket: Ticket, change: TicketChange, actor: TicketActor): boolean => {
  const command = commandOf(ticket, change);
  const takes =
    command === 'accept' || (command === 'transfer' && takesByTransfer(change, actor) && !actor.isAdmin);
  const isAttended = ticket.status === 'open' || ticket.status === 'group';
  return (
    takes && isAttended && ticket.userId !== null && ticket.userId !== (change.userId ?? actor.viewer.id)
  );
};

interface Step {
  ticket: Ticket;
  attendance: Attendance | undefined;
  change: TicketChange;
  actor: TicketActor;
  world: TicketWorld;
  moment: Moment;
}

const changed = (
  after: Ticket,
  logs: LogEntry[],
  attendance: Attendance | undefined,
  rest: Partial<Pick<ChangedTicket, 'text' | 'note' | 'successor'>> = {},
): ChangedTicket => ({
  kind: 'changed',
  after,
  logs,
  attendance,
  text: null,
  note: null,
  successor: null,
  ...rest,
});

const attended = (ticket: Pick<Ticket, 'isGroup'>): 'open' | 'group' => (ticket.isGroup ? 'group' : 'open');

/** Returns the current attendance, or a new one if it has ended or waits for a rating. */
const running = ({ ticket, attendance, moment }: Step): Attendance =>
  attendance === undefined || attendance.finishedAt !== null || ticket.status === 'nps'
    ? newAttendance(ticket, moment, attendance !== undefined)
    : attendance;

/** Returns the user and queue that accept a ticket, or the reason for refusing. */
const takerOf = ({ ticket, change, actor, world }: Step): { userId: number; queueId: number } | ErrorCode => {
  const userId = change.userId ?? actor.viewer.id;
  const queueId = change.queueId === undefined ? ticket.queueId : change.queueId;
  if (userId !== actor.viewer.id && !actor.isAdmin) return 'ERR_NO_PERMISSION';
  if (world.users.get(userId)?.active !== true) return 'ERR_NO_USER_FOUND';
  if (queueId === null) return 'ERR_QUEUE_REQUIRED';
  if (!world.queues.has(queueId)) return 'ERR_NO_QUEUE_FOUND';
  if (queueId !== ticket.queueId && !actor.isAdmin && !actor.viewer.queueIds.includes(queueId)) {
    return 'ERR_NO_PERMISSION';
  }
  return { userId, queueId };
};

/**
 * Returns the company's text for a waiting customer whose ticket is accepted. It is sent when the connection is up
 * again.
 */
const greeting = ({ ticket, change, world }: Step): ChangedTicket['text'] => {
  const { sendGreetingAccepted, greetingAcceptedMessage: template } = world.settings;
  const isTold = world.connection !== undefined && (!ticket.isGroup || world.connection.groupAsTicket);
  return (ticket.status === 'pending' || ticket.status === 'lgpd') &&
    isTold &&
    sendGreetingAccepted &&
    change.sendGreetingMessage &&
    template.trim() !== ''
    ? { template, by: 'attendant' }
    : null;
};

/** Returns the user who gives a ticket to another user; null for a user who takes it themselves. */
const giverOf = (userId: number | null, { viewer }: TicketActor): number | null =>
  userId === null || userId === viewer.id ? null : viewer.id;

const accept = (step: Step): TicketDecision => {
  const { ticket, moment } = step;
  if (isTaken(ticket, step.change, step.actor)) return refused('ERR_TICKET_TAKEN');
  const taker = takerOf(step);
  if (typeof taker === 'string') return refused(taker);
  const isAttended = ticket.status === attended(ticket);
  if (isAttended && ticket.userId === taker.userId) return adjust(step);
  const after = {
    ...withoutBot(ticket),
    ...taker,
    transferredById: giverOf(taker.userId, step.actor),
    status: attended(ticket),
    activityAt: instantOf(moment),
  };
  return changed(
    after,
    [
      ...(taker.queueId === ticket.queueId ? [] : [{ type: 'queue' as const, ...taker }]),
      { type: ticket.status === 'nps' ? 'reopen' : 'open', ...taker },
    ],
    continuedAttendance(running(step), after, instantOf(moment)),
    { text: greeting(step) },
  );
};

const giveBack = (step: Step): TicketDecision => {
  const { ticket, moment } = step;
  const after: Ticket = {
    ...ticket,
    status: 'pending',
    userId: null,
    transferredById: null,
    automation: NO_AUTOMATION,
    activityAt: instantOf(moment),
  };
  return changed(
    after,
    [{ type: 'pending', userId: ticket.userId ?? step.actor.viewer.id, queueId: ticket.queueId }],
    continuedAttendance(running(step), after, instantOf(moment)),
  );
};

const reopen = (step: Step): TicketDecision => {
  const { ticket, moment } = step;
  if (step.world.connection === undefined) return refused('ERR_TICKET_TRANSITION');
  const taker = takerOf(step);
  if (typeof taker === 'string') return refused(taker);
  const after: Ticket = {
    ...withoutBot(ticket),
    ...taker,
    transferredById: giverOf(taker.userId, step.actor),
    status: attended(ticket),
    closedAt: null,
    userRating: null,
    activityAt: instantOf(moment),
  };
  return changed(after, [{ type: 'reopen', ...taker }], newAttendance(after, moment, true));
};

/** Returns a text of the system; null without a template. */
const bySystem = (by: AutomaticRule, template: string | undefined): ChangedTicket['text'] =>
  template ? { template, by } : null;

const mayWriteTo = ({ ticket, world }: Step): boolean =>
  world.connection?.connected === true && (!ticket.isGroup || world.connection.groupAsTicket);

const farewell = (step: Step): ChangedTicket['text'] => {
  const { ticket, change, world } = step;
  const waiting = ticket.status === 'pending' || ticket.status === 'lgpd';
  if (!change.sendFarewellMessage || !mayWriteTo(step)) return null;
  if (waiting && !world.settings.sendFarewellWaitingTicket) return null;
  return bySystem('farewell', world.farewellMessage || world.connection?.complationMessage);
};

/** Returns why the ticket may not be closed, for every command that closes it. */
const refusalToClose = ({ ticket, actor, world }: Step): ErrorCode | undefined => {
  if (ticket.status === 'pending' || ticket.status === 'lgpd')
    return actor.closesPending ? undefined : 'ERR_NO_PERMISSION';
  const isUntagged = !ticket.isGroup && ticket.contact.tags.length === 0;
  return world.settings.requiredTag && isUntagged ? 'ERR_TAG_REQUIRED' : undefined;
};

/** Ends the attendance, and lets the ticket wait for the customer's rating or its timeout. */
const askForRating = (step: Step): TicketDecision => {
  const { ticket, actor, world, moment } = step;
  const now = instantOf(moment);
  return changed(
    askedForRating(ticket, now),
    [{ type: 'nps', userId: actor.viewer.id, queueId: ticket.queueId }],
    { ...running(step), closedAt: now, userId: ticket.userId },
    { text: bySystem('rating', world.connection?.ratingMessage) },
  );
};

const close = (step: Step): TicketDecision => {
  const { ticket, attendance, change, actor, world, moment } = step;
  if (ticket.status === 'closed') return { kind: 'unchanged' };
  const refusal = refusalToClose(step);
  if (refusal !== undefined) return refused(refusal);
  if (change.sendFarewellMessage && asksForRating(ticket, attendance, world)) return askForRating(step);
  // A ticket closed while it waits belongs to the user who closed it.
  const after = { ...closedTicket(ticket, instantOf(moment)), userId: ticket.userId ?? actor.viewer.id };
  return changed(
    after,
    [{ type: 'closed', userId: actor.viewer.id, queueId: ticket.queueId }],
    attendance === undefined ? undefined : finishedAttendance(attendance, ticket, instantOf(moment)),
    { text: farewell(step) },
  );
};

/**
 * Returns why the caller may not transfer the ticket to themselves: the same reasons as for accepting or reopening
 * it.
 */
const refusalToTake = (step: Step): ErrorCode | undefined => {
  const { ticket, change, actor } = step;
  if (isTaken(ticket, change, actor)) return 'ERR_TICKET_TAKEN';
  const taking = ticket.status === 'closed' ? TRANSITIONS.reopen : TRANSITIONS.accept;
  if (!taking.includes(ticket.status)) return 'ERR_TICKET_TRANSITION';
  const taker = takerOf(step);
  return typeof taker === 'string' ? taker : undefined;
};

const transfer = (step: Step): TicketDecision => {
  const { ticket, attendance, change, actor, world, moment } = step;
  const refusal = takesByTransfer(change, actor) ? refusalToTake(step) : undefined;
  if (refusal !== undefined) return refused(refusal);
  const userId = change.userId ?? null;
  const queueId = change.queueId === undefined ? ticket.queueId : change.queueId;
  if (queueId === null) return refused('ERR_QUEUE_REQUIRED');
  const queue = world.queues.get(queueId);
  if (queue === undefined) return refused('ERR_NO_QUEUE_FOUND');
  if (userId !== null && world.users.get(userId)?.active !== true) return refused('ERR_NO_USER_FOUND');
  if (ticket.status === 'closed' && world.connection === undefined) return refused('ERR_TICKET_TRANSITION');
  const status = userId === null ? 'pending' : attended(ticket);
  const note = change.msgTransfer?.trim() ? change.msgTransfer : null;
  const requeued = queueId !== ticket.queueId;
  if (!requeued && userId === ticket.userId && status === ticket.status && note === null)
    return { kind: 'unchanged' };

  const moved = requeued || userId !== ticket.userId;
  const text =
    moved && world.settings.sendMsgTransfTicket && mayWriteTo(step)
      ? bySystem('transfer', world.settings.transferMessage)
      : null;
  const logs: LogEntry[] = [
    { type: 'transfered', userId: ticket.userId ?? actor.viewer.id, queueId: ticket.queueId },
    ...(userId === null ? [] : [{ type: 'receivedTransfer' as const, userId, queueId }]),
  ];
  const target = { status, queueId, userId, transferredById: giverOf(userId, actor) } as const;
  const finished =
    attendance === undefined ? undefined : finishedAttendance(attendance, ticket, instantOf(moment));

  if (queue.closeTicket && ticket.status !== 'closed') {
    const unclosable = refusalToClose(step);
    if (unclosable !== undefined) return refused(unclosable);
    const after = { ...closedTicket(ticket, instantOf(moment)), queueId, userId: userId ?? ticket.userId };
    logs.push({ type: 'closed', userId: actor.viewer.id, queueId });
    return changed(after, logs, finished, { text, note });
  }
  if (
    world.settings.closeTicketOnTransfer &&
    requeued &&
    ticket.status !== 'closed' &&
    ticket.connectionId !== null
  ) {
    logs.push({ type: 'closed', userId: actor.viewer.id, queueId: ticket.queueId });
    return changed(closedTicket(ticket, instantOf(moment)), logs, finished, {
      text,
      note,
      successor: target,
    });
  }
  const after: Ticket = { ...withoutBot(ticket), ...target, closedAt: null, activityAt: instantOf(moment) };
  return changed(
    after,
    logs,
    ticket.status === 'closed'
      ? newAttendance(after, moment, true)
      : continuedAttendance(running(step), after, instantOf(moment)),
    { text, note },
  );
};

/** Returns the integration of the ticket after the request. */
const integrationOf = ({ ticket, change }: Pick<Step, 'ticket' | 'change'>): number | null =>
  change.integrationId ?? ticket.integrationId;

/** Returns why the integration may not be named or switched on; switching it off is always allowed. */
const refusalToIntegrate = (step: Step): ErrorCode | undefined => {
  const { ticket, change, world } = step;
  const isSwitchedOn = change.useIntegration === true && ticket.automation.kind !== 'integration';
  if (!isSwitchedOn && integrationOf(step) === ticket.integrationId) return undefined;
  if (!world.plan.useIntegrations) return 'ERR_PLAN_FEATURE';
  return integrationOf(step) === null ? 'ERR_TICKET_TRANSITION' : undefined;
};

/**
 * Returns whether the automation leads the customer if no integration does: the ticket waits without queue and user.
 */
const isUnattended = ({ status, queueId, userId, contact }: Ticket): boolean =>
  status === 'pending' && queueId === null && userId === null && !contact.disableBot;

/**
 * Returns the automation after the switches of the request. The automations for rating and consent cannot be
 * switched; only their own steps set them.
 */
const switchedAutomation = (ticket: Ticket, { isBot, useIntegration }: TicketChange): Automation => {
  const { automation } = ticket;
  const { kind } = automation;
  if (kind === 'rating' || kind === 'consent') return automation;
  if (useIntegration === true) return kind === 'integration' ? automation : INTEGRATION;
  const left =
    useIntegration === false && kind === 'integration'
      ? isUnattended(ticket)
        ? MENU
        : NO_AUTOMATION
      : automation;
  if (isBot === undefined || isBot === isDriven({ automation: left })) return left;
  return isBot ? leading(ticket) : NO_AUTOMATION;
};

const adjustedAutomation = (ticket: Ticket, change: TicketChange): Automation => {
  const { amountUsedBotQueues: prompts } = change;
  const automation = switchedAutomation(ticket, change);
  return prompts === undefined || automation.kind === 'rating'
    ? automation
    : withPrompts(automation, prompts);
};

/** Changes the switches of a ticket without moving it. */
const adjust = (step: Step): TicketDecision => {
  const { ticket, change } = step;
  const refusal = refusalToIntegrate(step);
  if (refusal !== undefined) return refused(refusal);
  const integrationId = integrationOf(step);
  const isSame = integrationId === ticket.integrationId;
  const adjusted = adjustedAutomation(ticket, change);
  // Another integration knows nothing of the conversation with the one before.
  const automation = adjusted.kind === 'integration' && !isSame ? INTEGRATION : adjusted;
  const unreadMessages = change.unreadMessages ?? ticket.unreadMessages;
  return isSame && automation === ticket.automation && unreadMessages === ticket.unreadMessages
    ? { kind: 'unchanged' }
    : changed({ ...ticket, integrationId, automation, unreadMessages }, [], undefined);
};

const run = (command: TicketCommand, step: Step): TicketDecision => {
  switch (command) {
    case 'accept':
      return accept(step);
    case 'return':
      return giveBack(step);
    case 'transfer':
      return transfer(step);
    case 'resolve':
    case 'ignore':
      return close(step);
    case 'reopen':
      return reopen(step);
    case 'adjust':
      return adjust(step);
  }
};

/** Adds the end of the unfinished previous attendance to a decision that starts another attendance. */
const unrated = (
  { ticket, attendance }: Pick<Step, 'ticket' | 'attendance'>,
  decision: TicketDecision,
  moment: Moment,
): TicketDecision =>
  decision.kind !== 'changed' ||
  attendance?.finishedAt !== null ||
  decision.attendance === undefined ||
  decision.attendance.id === attendance.id
    ? decision
    : { ...decision, ended: finishedAttendance(attendance, ticket, instantOf(moment)) };

/**
 * Decides the effect of an attendant's request on a ticket: its next state, log, attendance and texts. The caller has
 * checked that the attendant may see the ticket, and checks that a reopened ticket has no active sibling.
 */
export const decideTicketUpdate = (
  loaded: { ticket: Ticket; attendance: Attendance | undefined },
  change: TicketChange,
  actor: TicketActor,
  world: TicketWorld,
  moment: Moment,
): TicketDecision => {
  const command = commandOf(loaded.ticket, change);
  if (command === undefined || !TRANSITIONS[command].includes(loaded.ticket.status)) {
    return refused('ERR_TICKET_TRANSITION');
  }
  return unrated(loaded, run(command, { ...loaded, change, actor, world, moment }), moment);
};
