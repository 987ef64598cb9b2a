import type { WebhookEndpointView } from '@prosa/shared/contracts/webhook-endpoints.ts';

/** The state of a webhook for its label, with the time that belongs to it. */
export type EndpointState =
  | { kind: 'on' }
  | { kind: 'off'; reason: 'user' | 'unreachable' | 'gone'; at: string }
  | { kind: 'paused'; until: string }
  | { kind: 'failing'; since: string };

/** Returns the state of a webhook: off before paused before failing, because each one explains the next. */
export const endpointState = (
  { off, pausedUntil, failingSince }: Pick<WebhookEndpointView, 'off' | 'pausedUntil' | 'failingSince'>,
  nowMs: number,
): EndpointState => {
  if (off !== null) return { kind: 'off', ...off };
  if (pausedUntil !== null && Date.parse(pausedUntil) > nowMs) return { kind: 'paused', until: pausedUntil };
  return failingSince === null ? { kind: 'on' } : { kind: 'failing', since: failingSince };
};
