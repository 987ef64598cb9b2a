import type { Message } from '@prosa/shared/entities/message.ts';
import { searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

/** Maximum number of words of a message in the index, because each word is a row to write. */
export const WORDS_PER_MESSAGE = 20;
/** Length of the shortest word that a search in messages finds. */
export const WORD_MIN = 3;
const WORD_MAX = 40;

/**
 * The most common words of Portuguese, English and Spanish from three letters on, normalised. They are not indexed,
 * because they do not distinguish messages.
 */
const STOP_WORDS = new Set(
  `aos com como das dos ela elas ele eles entre era eram essa essas esse esses esta estas este estes estou estao foi
  foram for fui haja hao isso isto lhe lhes mais mas mesmo meu meus minha minhas muito nao nas nem nos nossa nosso num
  numa para pela pelas pelo pelos por porque qual quando que quem seja sem ser seu seus sim sou sua suas tambem tem
  tenho ter teu tua uma umas uns voce voces
  about all and any are been but can could did does for from had has have her here him his how its just not our out
  she should some than that the their them then there these they this was were what when where which who why will
  with would you your
  algo ante antes cual cuando del desde donde dos ella ellas ellos eran esa esas ese eso esos esta estaba estan estar
  este esto estos fue hay hasta las los mis muy nada nos nosotros para pero por porque que quien ser sin sobre son soy
  sus tambien tiene tienen todo tus una unas uno unos usted ustedes`.split(/\s+/),
);

/** Returns the words that a message is indexed by: the first distinct ones that are no stop words. */
export const messageWords = (body: string): string[] => {
  const words = searchWords(body)
    .filter((word) => word.length >= WORD_MIN && !STOP_WORDS.has(word))
    .map((word) => word.slice(0, WORD_MAX));
  return [...new Set(words)].slice(0, WORDS_PER_MESSAGE);
};

/**
 * Origins of messages that a user wrote, for now or for later. Any other rule of `AutomaticRule` sends the same text
 * to everybody.
 */
const WRITTEN_BY_PEOPLE: ReadonlySet<string> = new Set(['', 'schedule']);

/** Returns the words that a message is indexed by: none for a deleted message or for an automatic text. */
export const wordsOf = (message: Pick<Message, 'body' | 'isDeleted' | 'saidBy'> | undefined): string[] =>
  message === undefined || message.isDeleted || !WRITTEN_BY_PEOPLE.has(message.saidBy)
    ? []
    : messageWords(message.body);
