import type { Message } from '@prosa/shared/entities/message.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { LOCALES } from '@prosa/shared/i18n/locales.ts';
import type { Channel } from '../../channels/channel.ts';
import { say } from '../turns/message-turns.ts';
import { type Moment, type Turn, ticketOf } from '../turns/turn.ts';

export const FILE_OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

const megabytes = (amount: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit: 'megabyte' }).format(amount);

/**
 * Tells a customer whose file is larger than what is taken in so, as an answer to it. Groups are not answered, nor what our
 * own side sent from the phone: the turn as it was.
 * @param limitMb the installation's `downloadLimit`
 * @param language the company's
 */
export const refuseFileOverLimit = (
  turn: Turn,
  message: Message,
  { channel, limitMb, language }: { channel: Channel; limitMb: number; language: Language },
  moment: Moment,
): Turn => {
  const isRefused = message.media?.reason === FILE_OVER_LIMIT && !message.fromMe && !ticketOf(turn).isGroup;
  if (!isRefused) return turn;
  const text = CUSTOMER_TEXTS[language].fileOverLimit(megabytes(limitMb, language));
  return say(turn, { rule: 'file-over-limit', text, quotes: true }, { channel, answered: message }, moment);
};
