import { expect, it } from 'vitest';
import { isGreeting } from './greeting.ts';

it.each([
  'oi',
  'Oi!',
  'OI',
  'oiiiii',
  'Olá',
  'olaaa',
  'Oi, tudo bem?',
  'Olá, bom dia! Tudo bem com vocês? 😊',
  'bom dia',
  'Boa tarde pessoal',
  'boa noite.',
  'E aí, blz?',
  'oi oi',
  'Hello',
  'hellooo',
  'Hi there',
  'Good morning, how are you?',
  'hey guys 👋',
  'hola',
  '¡Hola! ¿Qué tal?',
  'Buenos días',
  'buenas tardes, cómo están',
  'merhaba',
  'MERHABA',
  'Selamün aleyküm',
  'Günaydın 🌞',
  'İyi günler, nasılsınız?',
  'iyi akşamlar efendim',
])('is only a greeting: %s', (text) => {
  expect(isGreeting(text)).toBe(true);
});

it.each([
  '',
  ' ',
  '👋',
  '?',
  '1',
  'sim',
  'tudo bem?',
  'oito',
  'oi, queria saber um preço',
  'bom dia gostaria de',
  'boa',
  'bom',
  'oi oi 2',
  'hello world',
  'hi, do you deliver',
  'hola quisiera',
  'merhaba fiyat',
  'obrigado, bom dia',
])('is more, or something else: %s', (text) => {
  expect(isGreeting(text)).toBe(false);
});
