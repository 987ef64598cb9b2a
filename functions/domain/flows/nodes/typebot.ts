import { follow, type NodeRuntime } from '../node-runtime.ts';

/** Hands the conversation to an integration, which ends the flow. */
export const typebot: NodeRuntime<'typebot'> = {
  enter: ({ data: { typebotIntegration: integration } }) =>
    integration === null
      ? follow()
      : { acts: [], goes: 'end', end: { why: 'integration', integrationId: integration.id } },
};
