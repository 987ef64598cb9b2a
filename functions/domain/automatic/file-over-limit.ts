import type { Message } from '@prosa/shared/entities/message.ts';
import type { AutomaticAnswer } from './automatic-answer.ts';

export const FILE_OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

const textOf = (limitMb: number): string =>
  `Não conseguimos receber este arquivo: ele passa do limite de ${limitMb} MB. Por favor, envie um arquivo menor.`;

/**
 * What a customer is told whose file is larger than what is taken in. Groups are not answered, nor what our own side
 * sent from the phone.
 * @param limitMb the installation's `downloadLimit`
 */
export const fileOverLimitAnswers = (
  message: Pick<Message, 'fromMe' | 'media'>,
  chat: { isGroup: boolean },
  limitMb: number,
): AutomaticAnswer[] =>
  message.media?.reason === FILE_OVER_LIMIT && !message.fromMe && !chat.isGroup
    ? [{ rule: 'file-over-limit', text: textOf(limitMb), quotes: true }]
    : [];
