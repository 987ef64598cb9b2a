import type { EventName } from './catalogue.ts';

/** The name a live event travels under. */
export const eventName = (companyId: number, name: EventName): string => `company-${companyId}-${name}`;
