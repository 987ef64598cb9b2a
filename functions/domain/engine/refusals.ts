import type { Message } from '@prosa/shared/entities/message.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { fileOverLimit } from '../automatic/file-over-limit.ts';
import { ticketOf } from '../turns/turn.ts';
import { goOn, hearing, over, type Step, say, tell } from './scene.ts';

/**
 * Refuses a file over the size limit: tells the customer the limit. The file does not count as an answer to anything.
 */
export const fileRefusal: Step = (turn, scene) => {
  const { downloadLimitMb: limitMb, settings } = scene;
  const refusalOf = (message: Message) => fileOverLimit(message, ticketOf(turn), { limitMb, ...settings });
  const answering = hearing(scene, (message) => refusalOf(message) !== undefined);
  const refusal = answering?.heard === undefined ? undefined : refusalOf(answering.heard.message);
  return answering === undefined || refusal === undefined ? undefined : goOn(say(turn, refusal, answering));
};

const isCall = ({ mediaType }: Message): boolean => mediaType === 'call_log';

/**
 * Answers an unanswered call with the company's text for calls, if the company does not accept calls. A call neither
 * starts the menu nor counts as an answer to it.
 */
export const callRefusal: Step = (turn, scene) => {
  const answering = hearing(scene, isCall);
  if (answering === undefined) return undefined;
  const { acceptCallWhatsapp, AcceptCallWhatsappMessage } = scene.settings;
  const isAnswered = answering.heard?.message.dataJson?.answered === true;
  const told =
    acceptCallWhatsapp || isAnswered || ticketOf(turn).isGroup
      ? turn
      : tell(turn, 'call-refusal', AcceptCallWhatsappMessage, answering);
  return scene.heard?.messages.every(isCall) === true ? over(told) : goOn(told);
};

/**
 * Refuses a voice message if the company or contact accepts none: asks for text, as a reply to the message. The other
 * steps go on as usual.
 */
export const audioRefusal: Step = (turn, scene) => {
  const { isGroup, contact } = ticketOf(turn);
  const isRefused = !contact.acceptAudioMessage || !scene.settings.acceptAudioMessageContact;
  const answering = hearing(scene, ({ mediaType }) => mediaType === 'audio');
  if (answering === undefined || isGroup || !isRefused) return undefined;
  const { noAudio } = CUSTOMER_TEXTS[scene.settings.language];
  return goOn(say(turn, { rule: 'audio-refusal', text: noAudio, quotes: true }, answering));
};
