import { comparableWords } from '@prosa/shared/rules/normalize-for-search.ts';

/** What a receiver's answer to a campaign means. */
export type CampaignAnswer = 'opt-out' | 'no' | 'other';

const phrases = (...texts: string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.split(',').map((phrase) => comparableWords(phrase).join(' '))));

/** Whole answers that end all campaigns to a number, in pt, en, es and tr. */
const OPT_OUTS = phrases(
  'sair, parar, pare, descadastrar, me descadastre, cancelar inscricao, remover, me remova, me tire da lista, nao quero mais receber, nao quero receber, nao me mande mais, nao envie mais, bloquear, spam',
  'stop, stopall, unsubscribe, unsubscribe me, remove me, opt out, optout, end, quit, do not send, dont send me',
  'baja, darme de baja, dar de baja, salir, no enviar, no me envien mas, no quiero recibir, no quiero mas mensajes, eliminar, eliminame',
  'dur, durdur, iptal, listeden cikar, beni cikar, mesaj istemiyorum, ret, abonelikten cik',
);

/** Words that make a short answer a no, and words that may stand beside them. */
const NO_WORDS = phrases(
  'nao, n, nunca, negativo, jamais, dispenso, recuso',
  'no, nope, nah, never, negative',
  'nunca, negativo, tampoco',
  'hayir, yok, istemiyorum, olmaz',
);
const BESIDE_NO = phrases(
  'obrigado, obrigada, quero, queremos, posso, agora, por, enquanto, tenho, interesse, preciso, obg, valeu, desculpe, muito, mas, eu, senhor, senhora, hoje, ainda',
  'thanks, thank, you, not, now, interested, i, am, im, please, sorry, need, want, dont',
  'gracias, quiero, por, ahora, me, interesa, estoy, interesado, interesada, necesito, puedo, disculpe',
  'tesekkurler, tesekkur, ederim, simdi, simdilik, gerek, ilgilenmiyorum',
);
/** Longer answers are a conversation, and no yes or no. */
const SHORT_ANSWER_WORDS = 6;

const isNo = (words: readonly string[]): boolean =>
  words.length <= SHORT_ANSWER_WORDS &&
  words.some((word) => NO_WORDS.has(word)) &&
  words.every((word) => NO_WORDS.has(word) || BESIDE_NO.has(word));

/**
 * Returns what a receiver's text means for the campaign that it answers. `no`: it does not confirm. `opt-out`: no
 * campaign of the company is sent to the number again. Case, accents and punctuation do not matter.
 */
export const campaignAnswer = (text: string): CampaignAnswer => {
  const words = comparableWords(text);
  if (OPT_OUTS.has(words.join(' '))) return 'opt-out';
  return isNo(words) || ['👎', '❌', '🚫'].includes(text.trim()) ? 'no' : 'other';
};
