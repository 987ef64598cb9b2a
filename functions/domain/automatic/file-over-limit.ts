import type { Message } from '@prosa/shared/entities/message.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { LOCALES } from '@prosa/shared/i18n/locales.ts';
import type { AutomaticAnswer } from './automatic-answer.ts';

export const FILE_OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

const megabytes = (amount: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit: 'megabyte' }).format(amount);

/**
 * What a customer is told whose file is larger than what is taken in. Groups are not answered, nor what our own side
 * sent from the phone.
 * @param limitMb the installation's `downloadLimit`
 * @param language the company's
 */
export const fileOverLimitAnswers = (
  message: Pick<Message, 'fromMe' | 'media'>,
  chat: { isGroup: boolean },
  limitMb: number,
  language: Language,
): AutomaticAnswer[] =>
  message.media?.reason === FILE_OVER_LIMIT && !message.fromMe && !chat.isGroup
    ? [
        {
          rule: 'file-over-limit',
          text: CUSTOMER_TEXTS[language].fileOverLimit(megabytes(limitMb, language)),
          quotes: true,
        },
      ]
    : [];
