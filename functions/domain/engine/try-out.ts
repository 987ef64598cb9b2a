import type { BodyOf, ReplyOf } from '@prosa/shared/contracts/route.ts';
import type { sessionRoutes } from '@prosa/shared/contracts/try-out.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { isDriven } from '../tickets/automation.ts';
import { instantOf, type Moment } from '../turns/turn.ts';
import { customerSends, emptyStage, MAX_FIRINGS, type Setup, type Stage, timePasses } from './rehearsal.ts';

type Step = BodyOf<typeof sessionRoutes.tryOut>['script'][number];

const MINUTE_MS = 60_000;
/** What the customer writes comes so long after what was before: as people write, who are no machines to the engine. */
const WRITING_MS = 20_000;

/** Of a file that nobody fetches: small enough for every limit. */
const FILE_BYTES = 10_000;
const SENT: Readonly<Record<Extract<Step, { does: 'sends' }>['kind'], InboundContent>> = {
  voice: {
    kind: 'audio',
    media: { mimeType: 'audio/ogg', size: FILE_BYTES, voice: true, durationS: 4, source: '' },
  },
  call: { kind: 'missed-call', video: false },
  picture: { kind: 'image', media: { mimeType: 'image/jpeg', size: FILE_BYTES, voice: false, source: '' } },
};

/**
 * A connection with one queue alone, so that the customer comes straight into it. Where customers choose it from a menu it
 * greets them, as it does there.
 */
export const withQueueAlone = (setup: Setup, queueId: number): Setup => {
  const { connection, settings } = setup;
  const isChosen = connection.queueIds.some((id) => id !== queueId) || connection.queueIds.length === 0;
  const alone: Connection = { ...connection, queueIds: [queueId] };
  return isChosen
    ? {
        ...setup,
        connection: { ...alone, greetingMessage: '' },
        settings: { ...settings, sendGreetingMessageOneQueues: true },
      }
    : { ...setup, connection: alone };
};

interface Played {
  stage: Stage;
  nowMs: number;
}

const stepped = ({ stage, nowMs }: Played, step: Step, setup: Setup, ids: Moment['ids']): Played => {
  const thenMs = nowMs + (step.does === 'waits' ? step.minutes * MINUTE_MS : WRITING_MS);
  const waited = timePasses(stage, setup, thenMs, ids);
  if (waited.fired >= MAX_FIRINGS)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.script', message: 'too long' }] });
  if (step.does === 'waits') return { stage: waited, nowMs: thenMs };
  const content: InboundContent = step.does === 'says' ? { kind: 'text', text: step.text } : SENT[step.kind];
  return { stage: customerSends(waited, content, setup, { nowMs: thenMs, ids }), nowMs: thenMs };
};

const shown = ({ stage, nowMs }: Played, setup: Setup): ReplyOf<typeof sessionRoutes.tryOut> => {
  const ticket = stage.tickets.get(stage.tickets.size);
  const named = (all: readonly { id: number; name: string }[], id: number | null) => {
    const one = all.find((some) => some.id === id);
    return one === undefined ? null : { id: one.id, name: one.name };
  };
  return {
    lines: stage.messages.map(({ sentAt, fromMe, body, mediaType, saidBy }) => ({
      at: sentAt,
      fromMe,
      text: body,
      mediaType,
      rule: saidBy,
    })),
    ticket:
      ticket === undefined
        ? null
        : {
            status: ticket.status,
            queue: named([...setup.queues, ...setup.others], ticket.queueId),
            user: named(setup.users, ticket.userId),
            isBot: isDriven(ticket),
          },
    now: instantOf({ nowMs }),
  };
};

/**
 * Plays what a made-up customer does, step by step, and tells what was said and where the ticket is.
 * @param ids of its own: moments may lie far ahead, and no other id may come to do so
 * @throws Wanted for a queue that was not read whole
 * @throws AppError ERR_VALIDATION where more timers fire than a conversation can need
 */
export const tryOutScript = (
  setup: Setup,
  script: readonly Step[],
  { nowMs, ids }: Moment,
): ReplyOf<typeof sessionRoutes.tryOut> =>
  shown(
    script.reduce<Played>((played, step) => stepped(played, step, setup, ids), {
      stage: emptyStage(setup, { nowMs, ids }),
      nowMs,
    }),
    setup,
  );
