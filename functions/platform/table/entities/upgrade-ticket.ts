import type { Upgrade } from '../define-entity.ts';

/** The automation columns of a ticket of version 1. An absent column has its default. */
const COLUMNS = [
  'isBot',
  'amountUsedBotQueues',
  'amountUsedBotQueuesNps',
  'optionId',
  'promptedAt',
  'useIntegration',
  'typebotSessionId',
  'typebotStatus',
  'typebotSessionTime',
  'flowWebhook',
  'lastFlowId',
  'hashFlowId',
  'flowStopped',
  'dataWebhook',
] as const;

const automationOf = (fields: Record<string, unknown>): Record<string, unknown> => {
  const {
    status,
    queueId = null,
    isBot = false,
    promptedAt = null,
    amountUsedBotQueues: prompts = 0,
  } = fields;
  const { typebotSessionId = null, typebotSessionTime = null } = fields;
  // The columns of a finished automation kept their old values.
  if (status === 'closed') return { kind: 'none' };
  if (status === 'nps') return { kind: 'rating', prompts: fields.amountUsedBotQueuesNps ?? 0 };
  if (status === 'lgpd') return { kind: 'consent', prompts, promptedAt };
  // No release ran flows while tickets had this version.
  if (fields.flowWebhook === true) return { kind: 'none' };
  if (fields.useIntegration === true)
    return {
      kind: 'integration',
      session: typebotSessionId === null ? null : { id: typebotSessionId, startedAt: typebotSessionTime },
    };
  if (isBot === true && queueId !== null)
    return { kind: 'options', prompts, promptedAt, optionId: fields.optionId ?? null };
  if (isBot === true || (status === 'pending' && queueId === null && prompts !== 0))
    return { kind: 'menu', prompts, promptedAt, isSilent: isBot !== true };
  return { kind: 'none' };
};

/** Converts a ticket of version 1 to version 2: its automation columns become one state. */
export const ticketOfVersion2: Upgrade = (fields) => {
  const automation = automationOf(fields);
  const kept = { ...fields, automation };
  for (const column of COLUMNS) Reflect.deleteProperty(kept, column);
  return kept;
};
