import { type LocalRole, withLocalRole } from '@prosa/functions/platform/aws/local-role.ts';
import type { AskOutside } from '@prosa/functions/platform/fetch-outside.ts';
import type { AssistantCallPorts } from '@prosa/functions/workers/assistant-calls/answer-call.ts';
import type { CallPorts } from '@prosa/functions/workers/integration-calls/answer-call.ts';
import { makeRole } from '@prosa/infra/local/roles.ts';
import { FUNCTIONS, type FunctionResource } from '@prosa/infra/programs.ts';
import type { RouteGroup } from '@prosa/shared/contracts/route.ts';

type Handler<E, R> = (event: E) => Promise<R>;

const made = new Map<string, LocalRole>();
/**
 * Returns the role of a declared function.
 * @throws Error for an undeclared name
 */
const roleOf = (name: string): LocalRole => {
  const declared = FUNCTIONS[name];
  if (declared === undefined) throw new Error(`no function ${name} is declared`);
  const role = made.get(name) ?? makeRole(name, declared.grants);
  made.set(name, role);
  return role;
};

/**
 * Handlers of the functions, each run with the role of its function as in the local program and in AWS. An invariant
 * checks that tests call these. HTTP handlers are called with `call`.
 */
const held =
  <E, R>(name: string, load: () => Promise<{ handler: Handler<E, R> }>): Handler<E, R> =>
  async (event) => {
    const { handler } = await load();
    return withLocalRole(roleOf(name), () => handler(event));
  };

export const inbound = held('inbound', () => import('@prosa/functions/workers/inbound/handler.ts'));
export const metaWebhooks = held(
  'meta-webhooks',
  () => import('@prosa/functions/workers/meta-webhooks/handler.ts'),
);
export const channelCommands = held(
  'channel-commands',
  () => import('@prosa/functions/workers/channel-commands/handler.ts'),
);
export const channelBulk = held(
  'channel-bulk',
  () => import('@prosa/functions/workers/channel-bulk/handler.ts'),
);
export const timers = held('timers', () => import('@prosa/functions/workers/timers/handler.ts'));
export const contactImports = held(
  'contact-imports',
  () => import('@prosa/functions/workers/contact-imports/handler.ts'),
);
export const contactExports = held(
  'contact-exports',
  () => import('@prosa/functions/workers/contact-exports/handler.ts'),
);
export const campaignPlans = held(
  'campaign-plans',
  () => import('@prosa/functions/workers/campaign-plans/handler.ts'),
);
export const campaignWork = held(
  'campaign-work',
  () => import('@prosa/functions/workers/campaigns/handler.ts'),
);
export const historyImports = held(
  'history-imports',
  () => import('@prosa/functions/workers/history-imports/handler.ts'),
);
export const webhookDeliveries = held(
  'webhook-deliveries',
  () => import('@prosa/functions/workers/webhook-deliveries/handler.ts'),
);
/** The same worker, with another way to call endpoints. */
export const deliveriesBy = (ask: AskOutside) =>
  held('webhook-deliveries', async () => {
    const { deliverBy } = await import('@prosa/functions/workers/webhook-deliveries/handler.ts');
    return { handler: deliverBy(ask) };
  });
export const integrationCalls = held(
  'integration-calls',
  () => import('@prosa/functions/workers/integration-calls/handler.ts'),
);
/** The same worker, with another way to reach the services. */
export const integrationCallsBy = (ports: CallPorts) =>
  held('integration-calls', async () => {
    const { askBy } = await import('@prosa/functions/workers/integration-calls/handler.ts');
    return { handler: askBy(ports) };
  });
/** The worker of assistants, with a way to reach the models. */
export const assistantCallsBy = (ports: AssistantCallPorts) =>
  held('assistant-calls', async () => {
    const { assistBy } = await import('@prosa/functions/workers/assistant-calls/handler.ts');
    return { handler: assistBy(ports) };
  });
export const timerTick = held('timer-tick', () => import('@prosa/functions/workers/timer-tick/handler.ts'));
export const outboxSweep = held(
  'outbox-sweep',
  () => import('@prosa/functions/workers/outbox-sweep/handler.ts'),
);
export const live = held('live', () => import('@prosa/functions/streams/live/handler.ts'));
export const index = held('index', () => import('@prosa/functions/streams/index/handler.ts'));
export const sockets = held('ws-connect', () => import('@prosa/functions/ws/handler.ts'));

const idsOf = (rows: RouteGroup | undefined): string =>
  Object.values(rows ?? {})
    .map(({ id }) => id)
    .join();

/** Runs work with the role of the function that serves these routes. */
export const asServerOf = <T>(rows: RouteGroup, work: () => T): T => {
  const found = Object.entries<FunctionResource>(FUNCTIONS).find(
    ([, fn]) => (fn.kind === 'http' || fn.kind === 'rest') && idsOf(fn.routes) === idsOf(rows),
  );
  if (found === undefined) throw new Error('no function serves these rows');
  return withLocalRole(roleOf(found[0]), work);
};
