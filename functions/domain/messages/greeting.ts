import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';

const phrases = (...lines: string[]): string =>
  lines
    .flatMap((line) => line.split(','))
    .map((phrase) => phrase.trim())
    .join('|');

/** Greetings in pt, en, es and tr, in the form of {@link comparableText}. */
const GREETING = phrases(
  'oi, oii, oie, ola, opa, alo, e ai, eai, eae, salve, bom dia, boa tarde, boa noite, boas',
  'hi, hii, hello, hey, hiya, howdy, good morning, good afternoon, good evening, good day, greetings',
  'hola, holi, buenas, buenos dias, buen dia, buenas tardes, buenas noches, saludos',
  'merhaba, merhabalar, mrb, selam, selamlar, slm, selamun aleykum, selamunaleykum, gunaydin, tunaydin',
  'iyi gunler, iyi aksamlar, iyi geceler, iyi calismalar, hayirli gunler, hayirli sabahlar, hayirli aksamlar, kolay gelsin',
);

/** Phrases that belong to a greeting and request nothing: "how are you" and the names of the people greeted. */
const COURTESY = phrases(
  'tudo bem, tudo bom, tudo certo, tudo joia, tudo, td bem, td bom, blz, beleza, como vai, como vai voce, como voce esta, como esta',
  'com voce, com voces, com vc, e voce, e vc, voce, voces, vcs, a todos, a todas, pessoal, gente, amigo, amiga, moco, moca, senhor, senhora',
  'how are you, how are you doing, how are things, whats up, there, everyone, everybody, all, team, guys, folks, sir, madam',
  'que tal, como estas, como esta usted, como estan, como va, como va todo, todo bien, amigos, equipo',
  'nasilsin, nasilsiniz, naber, efendim, hocam, arkadaslar, herkese, size',
);

const ONLY_GREETING = new RegExp(`^(?:${GREETING})(?: (?:${GREETING}|${COURTESY}))*$`);

/**
 * Returns whether a text only greets, as "Oi", "bom dia, tudo bem?" or "Merhaba 👋". Emoji, punctuation and letters
 * that are repeated ("oiiii") do not count.
 */
export const isGreeting = (text: string): boolean =>
  ONLY_GREETING.test(comparableText(text).replace(/(.)\1{2,}/gu, '$1'));
