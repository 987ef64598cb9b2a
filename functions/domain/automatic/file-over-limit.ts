import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { LOCALES } from '@prosa/shared/i18n/locales.ts';
import type { AutomaticAnswer } from './automatic-answer.ts';

export const FILE_OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

const megabytes = (amount: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit: 'megabyte' }).format(amount);

/**
 * Returns the automatic reply to a customer's file that exceeds the size limit. Undefined for any other message, in
 * groups, and for messages that the company itself sent from the phone.
 * @param limitMb the installation's `downloadLimit`
 * @param language the company's language
 */
export const fileOverLimit = (
  { media, fromMe }: Pick<Message, 'media' | 'fromMe'>,
  { isGroup }: Pick<Ticket, 'isGroup'>,
  { limitMb, language }: { limitMb: number; language: Language },
): AutomaticAnswer | undefined =>
  media?.reason === FILE_OVER_LIMIT && !fromMe && !isGroup
    ? {
        rule: 'file-over-limit',
        text: CUSTOMER_TEXTS[language].fileOverLimit(megabytes(limitMb, language)),
        quotes: true,
      }
    : undefined;
