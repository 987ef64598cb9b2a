interface Leading {
  optIntegrationId: number | null;
  options: readonly Leading[];
}

/** Returns the ids of the integrations that options and all options below them begin. */
export const integrationsOf = (options: readonly Leading[]): number[] =>
  options.flatMap(({ optIntegrationId, options: below }) => [
    ...(optIntegrationId === null ? [] : [optIntegrationId]),
    ...integrationsOf(below),
  ]);

/** Returns the ids of the integrations that a queue and its options begin. */
export const integrationsOfQueue = (queue: {
  integrationId: number | null;
  chatbots: readonly Leading[];
}): number[] => [
  ...(queue.integrationId === null ? [] : [queue.integrationId]),
  ...integrationsOf(queue.chatbots),
];
