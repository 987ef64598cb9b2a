import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { expect } from 'vitest';
import { failedIndexes, sqsEvent } from '../../factories/inbound-events.ts';
import { inbound } from '../../support/handlers.ts';

/** Delivers the events to the inbound worker in one batch, and expects success. */
export const take = async (...events: readonly InboundEvent[]): Promise<void> => {
  expect(failedIndexes(await inbound(sqsEvent(events)))).toEqual([]);
};
