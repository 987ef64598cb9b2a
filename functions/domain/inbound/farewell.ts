import type { Message } from '@prosa/shared/entities/message.ts';
import { comparableWords } from '@prosa/shared/rules/normalize-for-search.ts';

const wordSet = (...texts: string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.trim().split(/\s+/)));

/**
 * Words of thanks, agreement and goodbye in pt, en, es and tr, without accents. A farewell contains at least one of
 * them.
 */
const FAREWELL_WORDS = wordSet(
  `obrigado obrigada obrigadao obrigadinho obrigadinha obg obgd obgda obrigados obrigadas brigado brigada brigadao grato grata
   gratidao agradeco agradecido agradecida agradecemos valeu vlw tchau tchauzinho xau ate abraco abracos abs bj bjs beijo beijos
   falou flw tmj ok okay okey oks certo certinho perfeito perfeita otimo otima excelente maravilha blz beleza joia show legal
   combinado entendi entendido resolvido nada imagina igualmente amem`,
  `thanks thank thx thankyou ty tks tysm bye goodbye cheers great perfect awesome cool understood appreciated appreciate see cya
   later welcome`,
  `gracias graciass adios chao chau hasta vale listo perfecto perfecta genial agradezco saludos abrazo abrazos besos entendido
   igualmente`,
  `tesekkur tesekkurler tesekkurederim ederim ederiz sagol sagolun sag eyvallah gorusuruz gorusmek hoscakal hoscakalin hosca bay
   tamam tamamdir anladim mukemmel harika`,
);

/** Other words allowed in a farewell. Alone they are no farewell, because "bom dia" may start a conversation. */
const WORDS_BESIDE = wordSet(
  `muito muita muitissimo mesmo por pelo pela tudo toda todo atencao ajuda atendimento retorno informacao informacoes a o as os e de
   do da ao voce voces vcs vc senhor senhora sr sra moca moco amigo amiga querido querida logo mais breve amanha proxima bom boa dia
   tarde noite fim final semana feriado trabalho descanso um uma grande forte que deus abencoe entao ta bem sim com certeza eu
   agradecer so era isso aguardo`,
  `you so much very many a lot for everything all your help the time it that was is really good night day evening weekend have nice
   one to and too again well yes alright soon i my friend sir madam`,
  `muchas mil muchisimas por todo toda la el su tu ayuda atencion muy amable luego pronto manana proxima buen buena buenas buenos
   dia dias tarde tardes noche noches fin semana un una que tenga tengas usted ustedes y igual si bien de`,
  `cok cok her sey icin size sana iyi gunler geceler aksamlar haftasonu hafta sonlari kolay gelsin ol olun kal kalin uzere bey hanim
   hocam evet peki ve yardim yardiminiz`,
);

const FAREWELL_EMOJI: ReadonlySet<string> = new Set(
  '👍👌🙏❤🧡💛💚💙💜🖤🤍🤎💕💖💗💓💞💝😊😀😃😄😁😆😅😂🤣😉🙂☺😍🥰😘😗😚😙🤗🤩😇😌😎🥹👋👏🙌🤝🤜🤛💪✌🤙🤞🤟🫶🫡🎉🥳🎊✅☑✔💯🌹🌷🌻🌺🌸💐✨⭐🌟🍀☀',
);

const WORDS_MAX = 14;
/** Characters that are no emoji: joiners, skin tones, gender signs, letters, digits, marks, spaces and punctuation. */
const NO_SYMBOL = /[\p{L}\p{N}\p{M}\p{P}\p{Z}\p{Cf}\s\p{Emoji_Modifier}^~`´]|[♀♂]/gu;
const HEART = /<3+/g;

const isFarewellText = (body: string): boolean => {
  if (/[?¿]/.test(body)) return false;
  const text = body.replace(HEART, '❤');
  const emoji = [...text.replace(NO_SYMBOL, '')];
  if (emoji.some((one) => !FAREWELL_EMOJI.has(one))) return false;
  // Reduces repeated letters, as in "obrigadaaa".
  const words = comparableWords(text).map((word) => word.replace(/(.)\1{2,}/gu, '$1'));
  if (words.length === 0) return emoji.length > 0;
  return (
    words.length <= WORDS_MAX &&
    words.every((word) => FAREWELL_WORDS.has(word) || WORDS_BESIDE.has(word)) &&
    words.some((word) => FAREWELL_WORDS.has(word))
  );
};

/**
 * Returns whether a message only thanks, agrees or says goodbye, so that it needs no answer: in pt, en, es or tr, in
 * emoji, or as a sticker.
 */
export const isFarewell = ({ mediaType, body }: Pick<Message, 'mediaType' | 'body'>): boolean =>
  mediaType === 'stickerMessage' || (mediaType === 'extendedTextMessage' && isFarewellText(body));
