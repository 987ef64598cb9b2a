import type { Message } from '@prosa/shared/entities/message.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import type { AutomaticAnswer } from './automatic-answer.ts';

export const FILE_OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

const textOf = (limitMb: number, language: Language): string => {
  const { locale, fileOverLimit } = CUSTOMER_TEXTS[language];
  return fileOverLimit(
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', unitDisplay: 'short' }).format(limitMb),
  );
};

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
    ? [{ rule: 'file-over-limit', text: textOf(limitMb, language), quotes: true }]
    : [];
