import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { expect } from 'vitest';
import { failedIndexes, sqsEvent } from '../../factories/inbound-events.ts';
import { inbound } from '../../support/handlers.ts';

/** The inbound worker takes them all, in one batch. */
export const take = async (...events: readonly InboundEvent[]): Promise<void> => {
  expect(failedIndexes(await inbound(sqsEvent(events)))).toEqual([]);
};
