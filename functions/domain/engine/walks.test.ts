import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { assistantCallMessageSchema } from '@prosa/shared/messaging/assistant-call.ts';
import { integrationCallMessageSchema } from '@prosa/shared/messaging/integration-call.ts';
import { Play, type Shop } from '@prosa/tests/support/play.ts';
import { randomShop } from '@prosa/tests/support/random-shop.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDriven } from '../tickets/automation.ts';
import { turnOn, withTicket } from '../turns/turn.ts';
import { type Answer, answerTurn, awaitingOf } from './answer-turn.ts';
import { activeTicket, take, timerFires, worldOn } from './rehearsal.ts';

/**
 * Random customers, attendants, clocks and settings go through the engine. The expectations are computed by the test
 * itself, from a calendar, the messages so far and the settings.
 */
const WALKS = 400;
const STEPS = 30;
const TIMEOUT_MS = 120_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const WORDS = [
  'oi',
  '1',
  '2',
  '3',
  '0',
  '#',
  'sair',
  'sim',
  'não',
  '10',
  '7',
  'Vendas',
  'Usado',
  'quero falar com alguém',
  ' ',
];
/** Texts that choose nothing: some are whole as a first message, some are not. */
const OPENINGS = [
  'oi',
  'Bom dia!',
  'hello',
  'Merhaba 👋',
  'Quanto custa?',
  'queria saber um preço',
  'é para hoje',
  '👍',
];
const media = { mimeType: 'audio/ogg', size: 10, voice: true, source: 's' };

type Action =
  | { does: 'says'; text: string; lateMinutes: number }
  | { does: 'bursts'; texts: string[]; pauseMs: number }
  | { does: 'opens'; texts: string[]; pauseMs: number }
  | { does: 'voice' | 'call' | 'sticker' | 'big-file' }
  | { does: 'waits'; minutes: number }
  | { does: 'fires-again' }
  | { does: 'answers'; part: number; next: Answer['next'] }
  | {
      does: 'attendant';
      step: 'accept' | 'return' | 'resolve' | 'resolve-silently' | 'transfer';
      queueId: number;
    }
  | { does: 'sets'; shop: Shop }
  | { does: 'online'; users: number[] };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      does: fc.constant('says' as const),
      text: fc.constantFrom(...WORDS),
      lateMinutes: fc.constantFrom(0, 0, 0, 300),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('bursts' as const),
      texts: fc.array(fc.constantFrom(...WORDS, 'obrigado', '👍'), { minLength: 2, maxLength: 6 }),
      pauseMs: fc.constantFrom(0, 300, 900, 1500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('opens' as const),
      texts: fc.array(fc.constantFrom(...OPENINGS), { minLength: 2, maxLength: 4 }),
      pauseMs: fc.constantFrom(0, 200, 700, 900),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('voice', 'call', 'sticker', 'big-file') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('waits' as const),
      minutes: fc.constantFrom(1, 6, 16, 31, 240, 900, 3000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'fires-again' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('answers' as const),
      part: fc.constantFrom(0, 0, 0, 1),
      next: fc.constantFrom<Answer['next']>(
        { goesTo: 'automation' },
        { goesTo: 'automation' },
        { goesTo: 'more' },
        { goesTo: 'people' },
        { goesTo: 'queue', queueId: 2, userId: 2 },
        { goesTo: 'end' },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('attendant' as const),
      step: fc.constantFrom('accept', 'return', 'resolve', 'resolve-silently', 'transfer'),
      queueId: fc.constantFrom(1, 2),
    }),
  },
  { weight: 1, arbitrary: randomShop.map((one) => ({ does: 'sets' as const, shop: one })) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('online' as const), users: fc.subarray([1, 2]) }) },
);

const act = (play: Play, one: Action): void => {
  switch (one.does) {
    case 'says':
      play.says(one.text, play.nowMs - one.lateMinutes * MINUTE_MS);
      return;
    case 'bursts':
      for (const text of one.texts) play.writes(text).passes(one.pauseMs);
      return;
    case 'opens': {
      // Earlier messages are answered, and no longer belong to a burst.
      play.passes(5000);
      const from = play.stage.turns.length;
      for (const text of one.texts) play.writes(text).passes(one.pauseMs);
      play.passes(5000);
      judgeBurst(play, from);
      return;
    }
    case 'voice':
      play.sends({ kind: 'audio', media });
      return;
    case 'call':
      play.sends({ kind: 'missed-call', video: false });
      return;
    case 'sticker':
      play.sends({ kind: 'sticker', media });
      return;
    case 'big-file':
      play.sends({ kind: 'document', media: { ...media, size: 99_000_000 } });
      return;
    case 'waits':
      play.waits(one.minutes);
      return;
    case 'fires-again':
      for (const id of play.stage.tickets.keys())
        play.stage = timerFires(play.stage, id, play.setup, play.moment());
      return;
    case 'answers': {
      const ticket = activeTicket(play.stage);
      const token = ticket === undefined ? undefined : awaitingOf(ticket.automation)?.awaits?.token;
      if (ticket === undefined || token === undefined) return;
      const answer = { token, part: one.part, says: [{ text: `Resposta ${play.nowMs}` }], next: one.next };
      const turn = answerTurn(ticket, answer, worldOn(play.stage, play.setup), play.moment());
      if (turn !== undefined) play.stage = take(play.stage, turn, play.setup, play.moment());
      return;
    }
    case 'attendant': {
      const { queueId } = one;
      const steps = {
        accept: { status: 'open', queueId },
        return: { status: 'pending' },
        resolve: { status: 'closed' },
        'resolve-silently': { status: 'closed', sendFarewellMessage: false },
        transfer: { isTransfered: true, queueId, userId: null },
      } as const;
      if (queueId <= play.setup.queues.length) play.attendant(steps[one.step]);
      return;
    }
    case 'sets': {
      const { setup } = new Play(one.shop);
      play.setup = { ...setup, online: play.setup.online };
      // Saving time rules starts a check of the tickets that they affect.
      const ticket = activeTicket(play.stage);
      if (ticket !== undefined)
        play.stage = take(
          play.stage,
          withTicket(turnOn(ticket), (row) => ({ ...row })),
          play.setup,
          play.moment(),
        );
      return;
    }
    case 'online':
      play.setup = { ...play.setup, online: new Set(one.users) };
  }
};

/** Returns whether a moment lies in one of the shop's two shifts, computed with UTC-3, São Paulo's offset all year. */
const isShift = (play: Play, ms: number): boolean => {
  const local = new Date(ms - 3 * 60 * MINUTE_MS);
  if (play.setup.company.holidays.some(({ date }) => date === local.toISOString().slice(0, 10))) return false;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  return (minute >= 480 && minute <= 720) || (minute >= 780 && minute <= 1080);
};
const isClosed = (play: Play, ms: number): boolean =>
  ['company', 'connection'].includes(play.setup.settings.scheduleType) && !isShift(play, ms);

/** Rules that may send a text while an attendant has the ticket, or that end it. */
const BESIDE_ATTENDANTS = [
  'audio-refusal',
  'call-refusal',
  'file-over-limit',
  'inactivity',
  'ticket-expiry',
  'farewell',
  'rating',
  'transfer',
  '',
];
const PROMPTING = ['consent', 'queue-menu', 'queue-greeting', 'option-tree', 'late-message', 'out-of-hours'];
const LEADING = ['queue-menu', 'queue-greeting', 'option-tree', 'queue-position'];
const TRANSITIONS: Record<Ticket['status'], readonly Ticket['status'][]> = {
  lgpd: ['lgpd', 'pending', 'open', 'closed'],
  pending: ['pending', 'open', 'closed'],
  open: ['open', 'pending', 'nps', 'closed'],
  nps: ['nps', 'pending', 'open', 'closed'],
  group: ['group'],
  closed: ['closed', 'pending', 'open'],
};

const judgeTold = (play: Play, message: Message, before: Ticket | undefined): void => {
  const { settings: set, connection: line } = play.setup;
  const at = Date.parse(message.sentAt);
  const rule = message.saidBy;
  if (before?.status === 'open') expect(BESIDE_ATTENDANTS).toContain(rule);
  // An answer that was asked for before closing time, and did not come, leaves the ticket to its queue.
  const wasAwaited = before !== undefined && awaitingOf(before.automation) !== undefined;
  if (LEADING.includes(rule) && !wasAwaited) expect(isClosed(play, at)).toBe(false);
  if (rule === 'out-of-hours') expect(isClosed(play, at)).toBe(true);
  if (rule === 'queue-menu') expect(play.setup.queues.length).toBeGreaterThan(1);
  if (rule === 'consent')
    expect(before === undefined || before.status === 'lgpd' || before.status === 'closed').toBe(true);
  if (rule === 'rating') expect(['open', 'nps']).toContain(before?.status);
  if (rule === 'inactivity') expect(line.timeInactiveMessage > 0 && line.expiresTicket > 0).toBe(true);
  // The expiry time is the connection's, else the company's, which is always set.
  if (rule === 'ticket-expiry') expect(before?.status).toBe('open');
  if (rule === 'queue-position') expect(set.sendQueuePosition).toBe(true);
  if (rule === 'call-refusal') expect(set.acceptCallWhatsapp).toBe(false);
  if (rule === 'vacation')
    expect(line.collectiveVacationEnd !== null && at < Date.parse(line.collectiveVacationEnd) + 1).toBe(true);
};

/** Checks that a burst without a choice is followed by one prompt at most, and that the answer waits for nothing. */
const judgeBurst = (play: Play, from: number): void => {
  const prompting = play.stage.turns
    .slice(from)
    .filter(({ messages }) => messages.some(({ after }) => PROMPTING.includes(after.saidBy)));
  expect(prompting.length).toBeLessThanOrEqual(1);
  expect(activeTicket(play.stage)?.unanswered ?? null).toBeNull();
};

/** Checks that a call of an integration or an assistant is one that its ticket awaits. */
const judgeCalls = (play: Play, { calls, tickets }: Play['stage']['turns'][number]): void => {
  const { useIntegrations, useOpenAi } = play.setup.plan;
  for (const { queue: name, body } of calls) {
    if (name !== 'integration-calls' && name !== 'assistant-calls') continue;
    const isAssistant = name === 'assistant-calls';
    const schema = isAssistant ? assistantCallMessageSchema : integrationCallMessageSchema;
    const { token, ticketId } = schema.parse(JSON.parse(body));
    const automation = tickets.find(({ after }) => after.id === ticketId)?.after.automation;
    const kind = isAssistant ? 'assistant' : 'integration';
    expect(automation).toMatchObject({ kind, awaits: { token }, waiting: [] });
    expect(isAssistant ? useOpenAi : useIntegrations).toBe(true);
  }
};

/** Checks the invariants of every turn. */
const judgeTurns = (play: Play, from: number): void => {
  for (const turn of play.stage.turns.slice(from)) {
    judgeCalls(play, turn);
    for (const { before, after } of turn.tickets) {
      expect(TRANSITIONS[before?.status ?? after.status]).toContain(after.status);
      const isMoved =
        before === undefined ||
        before.status !== after.status ||
        before.queueId !== after.queueId ||
        before.userId !== after.userId;
      const logged = turn.logs.some(({ ticketId }) => ticketId === after.id);
      if (isMoved) expect([after.id, logged]).toEqual([after.id, true]);
    }
    const [about] = turn.tickets.filter(({ after }) =>
      turn.messages.some(({ after: { ticketId } }) => ticketId === after.id),
    );
    for (const { after } of turn.messages) if (after.fromMe) judgeTold(play, after, about?.before);
  }
};

/** Checks the invariants of the whole conversation. */
const judgeStage = (play: Play): void => {
  const { tickets, conversation, timers, messages } = play.stage;
  const active = [...tickets.values()].filter(({ status }) => status !== 'closed');
  expect(active.length).toBeLessThanOrEqual(1);
  expect(conversation?.activeTicketId ?? undefined).toBe(active[0]?.id);
  for (const id of timers.keys()) expect(tickets.has(id)).toBe(true);
  for (const ticket of tickets.values()) {
    judgeAutomation(ticket);
    if (ticket.unanswered !== null)
      expect(play.stage.answers.get(ticket.id)?.newestId).toBe(ticket.unanswered.messageIds.at(-1));
  }
  const [ticket] = active;
  if (ticket !== undefined) {
    const { connection: line } = play.setup;
    const waits =
      ticket.status === 'nps' ||
      awaitingOf(ticket.automation) !== undefined ||
      ticket.status === 'lgpd' ||
      (ticket.status === 'open' && line.expiresTicket > 0 && line.whenExpiresTicket === 0) ||
      (ticket.status === 'pending' &&
        ticket.isOffered &&
        ticket.userId !== null &&
        ticket.queueId !== null &&
        !isDriven(ticket));
    if (waits) expect([ticket.status, timers.has(ticket.id)]).toEqual([ticket.status, true]);
  }
  const told = messages.filter(({ saidBy }) => saidBy !== '' && !['farewell', 'transfer'].includes(saidBy));
  const repeats = told.filter(({ body }, index) => body === told[index - 1]?.body);
  for (const [index, { sentAt }] of repeats.entries()) {
    const later = repeats[index + 20];
    if (later !== undefined)
      expect(Date.parse(later.sentAt) - Date.parse(sentAt)).toBeGreaterThan(4 * MINUTE_MS);
  }
};

/** Checks that a ticket's automation fits its status and queue. */
const judgeAutomation = ({ status, queueId, userId, integrationId, automation }: Ticket): void => {
  const { kind } = automation;
  const isAllowed = {
    none: status !== 'nps' && status !== 'lgpd',
    menu: status === 'pending' && queueId === null,
    options: status === 'pending' && queueId !== null,
    consent: status === 'lgpd',
    rating: status === 'nps',
    flow: false,
    integration: status === 'pending' && userId === null && integrationId !== null,
    assistant: status === 'pending' && userId === null,
  }[kind];
  expect([kind, status, queueId, isAllowed]).toEqual([kind, status, queueId, true]);
};

/** Checks that the notices are sent once for each closed time and once for each vacation. */
const judgeNotices = (play: Play): void => {
  const notices = play.stage.messages.filter(({ saidBy }) => saidBy === 'out-of-hours');
  for (const [index, notice] of notices.entries()) {
    const next = notices[index + 1];
    if (next === undefined || next.ticketId !== notice.ticketId) continue;
    const between = Array.from(
      { length: Math.ceil((Date.parse(next.sentAt) - Date.parse(notice.sentAt)) / MINUTE_MS) },
      (_none, minute) => isShift(play, Date.parse(notice.sentAt) + minute * MINUTE_MS),
    );
    expect(between).toContain(true);
  }
  const vacations = play.stage.messages.filter(({ saidBy }) => saidBy === 'vacation');
  expect(vacations.length).toBeLessThanOrEqual(1);
};

const isReached = (ticket: Ticket | undefined): boolean =>
  ticket !== undefined && (ticket.status === 'open' || (ticket.status === 'pending' && !isDriven(ticket)));

/**
 * Returns whether a customer who answers every question during opening hours reaches an attendant: the ticket is open,
 * or waits without automation. Plays four days.
 */
const reaches = (play: Play): boolean => {
  play.setup = { ...play.setup, connection: { ...play.setup.connection, collectiveVacationEnd: null } };
  for (let day = 0; day < 4; day++) {
    const untilTen = (((Date.parse('2026-11-25T13:30:00Z') - play.nowMs) % DAY_MS) + DAY_MS) % DAY_MS;
    play.waits(untilTen / MINUTE_MS);
    for (let n = 0; n < 12; n++) {
      if (isReached(activeTicket(play.stage))) return true;
      play.waits(11);
      play.says('1');
    }
    if (isReached(activeTicket(play.stage))) return true;
    play.waits(26 * 60);
  }
  return false;
};

/** Returns whether a queue of the shop closes its tickets at once, so that the customer cannot reach an attendant. */
const endsEverything = ({ setup: { queues } }: Play): boolean =>
  queues.some(({ closeTicket }) => closeTicket);

describe('random walks through the engine', () => {
  it('never produce an automatic text outside its rule, two active tickets, an unlogged step, or a wait without timer', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(randomShop, fc.array(action, { minLength: 1, maxLength: STEPS }), (first, actions) => {
        const play = new Play(first);
        let hasChanged = false;
        for (const one of actions) {
          const from = play.stage.turns.length;
          act(play, one);
          hasChanged ||= one.does === 'sets';
          judgeTurns(play, from);
          judgeStage(play);
        }
        if (!hasChanged) judgeNotices(play);
      }),
      { numRuns: WALKS, includeErrorInReport: true },
    );
  });

  it('never end with a customer who cannot reach an attendant', { timeout: TIMEOUT_MS }, () => {
    fc.assert(
      fc.property(randomShop, fc.array(action, { maxLength: STEPS }), (first, actions) => {
        const play = new Play(first);
        for (const one of actions) act(play, one);
        play.setup = {
          ...play.setup,
          queues: play.setup.queues.map((one) => ({ ...one, schedules: [] })),
          company: { ...play.setup.company, holidays: [] },
        };
        expect(endsEverything(play) || reaches(play)).toBe(true);
      }),
      { numRuns: WALKS, includeErrorInReport: true },
    );
  });
});
