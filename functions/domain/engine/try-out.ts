import type { BodyOf, ReplyOf } from '@prosa/shared/contracts/route.ts';
import type { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import { isDriven } from '../tickets/automation.ts';
import { instantOf, type Moment } from '../turns/turn.ts';
import { customerSends, emptyStage, MAX_FIRINGS, type Setup, type Stage, timePasses } from './rehearsal.ts';

type Step = BodyOf<typeof tryOutRoutes.tryOut>['script'][number];

const MINUTE_MS = 60_000;
/** Time that the system waits for further messages before it answers. */
const ANSWERING_MS = 1000;
/** Time before each customer message: long enough that the engine does not take the customer for a machine. */
const WRITING_MS = 20_000;

/** Size of a file that is never downloaded: small enough for every limit. */
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
 * Returns the setup with a connection that has only this queue, without integration and assistant, so that the customer enters it at once. If customers
 * choose the queue from a menu, it sends its greeting here, too.
 */
export const withQueueAlone = (setup: Setup, queueId: number): Setup => {
  const { connection, settings } = setup;
  const isChosen = connection.queueIds.some((id) => id !== queueId) || connection.queueIds.length === 0;
  const alone: Connection = { ...connection, queueIds: [queueId], integrationId: null, promptId: null };
  return isChosen
    ? {
        ...setup,
        connection: { ...alone, greetingMessage: '' },
        settings: { ...settings, sendGreetingMessageOneQueues: true },
      }
    : { ...setup, connection: alone };
};

/**
 * Returns the stage as after an integration or an assistant that answered nothing: a try-out asks none, and its customer is
 * not left to people because of that.
 */
const unasked = (stage: Stage): Stage => ({
  ...stage,
  tickets: new Map(
    [...stage.tickets].map(([id, ticket]) => {
      const { automation } = ticket;
      return [
        id,
        'waiting' in automation && automation.kind !== 'flow'
          ? { ...ticket, automation: { ...automation, awaits: null, waiting: [] } }
          : ticket,
      ];
    }),
  ),
});

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
  const sent = customerSends(waited, content, setup, { nowMs: thenMs, ids });
  const answeredMs = thenMs + ANSWERING_MS;
  return { stage: unasked(timePasses(sent, setup, answeredMs, ids)), nowMs: answeredMs };
};

const shown = ({ stage, nowMs }: Played, setup: Setup): ReplyOf<typeof tryOutRoutes.tryOut> => {
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
            integration: named(
              [...setup.integrations.values()].filter((one) => one !== undefined),
              ticket.automation.kind === 'integration' ? ticket.integrationId : null,
            ),
            assistant: named(
              [...setup.assistants.values()].filter((one) => one !== undefined),
              ticket.automation.kind === 'assistant' ? ticket.automation.promptId : null,
            ),
            isBot: isDriven(ticket),
          },
    now: instantOf({ nowMs }),
  };
};

/**
 * Plays the steps of a made-up customer, and returns the messages and the place of the ticket.
 * @param ids a separate id generator: the moments may be in the far future, and ids of other rows must not continue
 * from them
 * @throws Wanted for a queue or a file list that was not read
 * @throws AppError ERR_VALIDATION if more timers fire than a conversation can need
 */
export const tryOutScript = (
  setup: Setup,
  script: readonly Step[],
  { nowMs, ids }: Moment,
): ReplyOf<typeof tryOutRoutes.tryOut> =>
  shown(
    script.reduce<Played>((played, step) => stepped(played, step, setup, ids), {
      stage: emptyStage(setup, { nowMs, ids }),
      nowMs,
    }),
    setup,
  );
