import { setTimeout as pause } from 'node:timers/promises';
import { assistantCallMessageSchema } from '@prosa/shared/messaging/assistant-call.ts';
import { actAs, systemPrincipal } from '../../platform/auth/principal.ts';
import { systemClock } from '../../platform/clock.ts';
import { systemIds } from '../../platform/ids.ts';
import { askIntegrationHost } from '../../platform/integration-hosts.ts';
import { queueHandler } from '../../platform/lambda/queue-handler.ts';
import { type AssistantCallPorts, answerCall } from './answer-call.ts';

/** Makes the worker of the queue `assistant-calls`. */
export const assistBy = (ports: AssistantCallPorts) =>
  queueHandler(
    assistantCallMessageSchema,
    (message) => {
      const system = systemPrincipal('assistant-calls', message.companyId);
      return actAs(system, () => answerCall(system.companyId, message, ports));
    },
    'assistant-calls',
  );

export const handler = assistBy({ ask: askIntegrationHost, clock: systemClock, ids: systemIds, pause });
