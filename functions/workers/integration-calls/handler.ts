import { setTimeout as pause } from 'node:timers/promises';
import { integrationCallMessageSchema } from '@prosa/shared/messaging/integration-call.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { fetchOutside } from '../../platform/fetch-outside.ts';
import { systemIds } from '../../platform/ids.ts';
import { askIntegrationHost, integrationRules } from '../../platform/integration-hosts.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { answerCall, type CallPorts } from './answer-call.ts';

/** Makes the worker of the queue `integration-calls`. */
export const askBy = (ports: CallPorts) =>
  queueHandler(
    integrationCallMessageSchema,
    (message) => {
      const system = systemPrincipal('integration-calls', message.companyId);
      return actAs(system, () => answerCall(system.companyId, message, ports));
    },
    'integration-calls',
  );

export const handler = askBy({
  ask: askIntegrationHost,
  fetchFile: (url, maxBytes) => fetchOutside(url, maxBytes, integrationRules()),
  clock: systemClock,
  ids: systemIds,
  pause,
});
