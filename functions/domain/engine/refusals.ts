import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { fileOverLimit } from '../automatic/file-over-limit.ts';
import { ticketOf } from '../turns/turn.ts';
import { over, type Step, say, taken, tell } from './scene.ts';

/** A file that is larger than what is taken in is no answer to anything: the customer is told the limit. */
export const fileRefusal: Step = (turn, scene) => {
  const { downloadLimitMb: limitMb, settings, heard } = scene;
  if (heard === undefined) return undefined;
  const refusal = fileOverLimit(heard.message, ticketOf(turn), { limitMb, ...settings });
  return refusal === undefined ? undefined : taken(say(turn, refusal, scene));
};

/** A call is no message: where the company takes none, the customer is told so. A call is never led through a menu. */
export const callRefusal: Step = (turn, scene) => {
  if (scene.heard?.message.mediaType !== 'call_log') return undefined;
  const { acceptCallWhatsapp, AcceptCallWhatsappMessage } = scene.settings;
  const isAnswered = scene.heard.message.dataJson?.answered === true;
  if (acceptCallWhatsapp || isAnswered || ticketOf(turn).isGroup) return over(turn);
  return over(tell(turn, 'call-refusal', AcceptCallWhatsappMessage, scene));
};

/** Voice where nobody listens to it: asked for in writing, as an answer to it. The rest goes on as ever. */
export const audioRefusal: Step = (turn, scene) => {
  const { isGroup, contact } = ticketOf(turn);
  const isRefused = !contact.acceptAudioMessage || !scene.settings.acceptAudioMessageContact;
  if (scene.heard?.message.mediaType !== 'audio' || isGroup || !isRefused) return undefined;
  const { noAudio } = CUSTOMER_TEXTS[scene.settings.language];
  return taken(say(turn, { rule: 'audio-refusal', text: noAudio, quotes: true }, scene));
};
