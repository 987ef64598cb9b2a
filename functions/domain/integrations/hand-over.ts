import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import type { Reply } from './adapter.ts';

/**
 * Messages in a row that a bot may fail to understand: at the last one, people take over. As often as a menu asks by
 * default (`maxUseBotQueues`).
 */
export const MAX_MISSES = 3;

/** Gives the conversation to people, and says so in the language of the company. */
export const handOver = (language: Language, pauseMs = 0): Reply => ({
  says: [{ text: CUSTOMER_TEXTS[language].handedOver, pauseMs }],
  session: null,
  next: { goesTo: 'people' },
});
