import { comparableWords } from '@prosa/shared/rules/normalize-for-search.ts';

/** Frequent words of four letters and more in Portuguese, English, Spanish and Turkish, which tell nothing about a text. */
const FREQUENT = new Set(
  `ainda algum alguma antes apenas assim cada como contra dele dela depois desde desse deste dessa desta eles elas entao entre essa esse esta estao
  este estou fazer foram isso isto mais mesmo muito muita nada nessa nesse nesta neste nosso nossa nossos nossas onde para pela pelo pode podem
  porque posso quais qual quando quanto quem quero sempre seria seus suas sobre somente tambem temos tenho toda todas todo todos voce voces
  about also been could does from have here more most only please shall should some than that their them then there they this very want were what
  when where which will with would your yours
  algo aqui bien cual cuando cuanto donde ellas ellos eres esos esas estas estos estoy hacer hasta luego mucho mucha nuestro nuestra otra otro
  pero poder porque puede pueden puedo quiero sino solo tambien tengo tiene tienen tienes usted ustedes
  ancak bana bazi benim bizim boyle cunku daha degil gibi hangi icin kadar kendi misiniz musunuz nasil neden nedir olan olarak olur onun sadece
  sizin sonra tarafindan varsa veya`.split(/\s+/u),
);
const WORD_CHARS = 4;
/** Letters by which forms of a word are the same: "entrega", "entregas" and "entregamos". */
const STEM_CHARS = 6;
const NUMBER = /\d+(?:[.,]\d+)*/gu;
const NUMBER_DIGITS = 2;

const stemOf = (word: string): string => {
  const stem = word.slice(0, STEM_CHARS);
  return stem.endsWith('s') ? stem.slice(0, -1) : stem;
};
const isTelling = (word: string): boolean =>
  word.length >= WORD_CHARS && (word < '0' || word > ':') && !FREQUENT.has(word);

/**
 * Returns the beginnings of the words of a text that tell what it is about: of four letters and more, without frequent
 * ones. Case, accents and the endings of most forms do not count.
 */
export const tellingWords = (text: string): Set<string> =>
  new Set(comparableWords(text).filter(isTelling).map(stemOf));

/** Returns the numbers of a text that have two digits or more, without separators: `1.250,00` is `1250`. */
export const tellingNumbers = (text: string): Set<string> =>
  new Set(
    (text.match(NUMBER) ?? [])
      .map((number) => number.replace(/[.,]0+$/u, '').replace(/[.,]/gu, ''))
      .filter((number) => number.length >= NUMBER_DIGITS && !/^0+$/u.test(number)),
  );
