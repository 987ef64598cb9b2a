import { describe, expect, it } from 'vitest';
import { lastMessageText, previewText } from './preview-text.ts';

describe('previewText', () => {
  it.each([
    ['*Bruno Carvalho:*\nIsso mesmo', 'Bruno Carvalho: Isso mesmo'],
    ['_oi_ ~não~ ```código```', 'oi não código'],
    ['2*3*4 = 24', '2*3*4 = 24'],
    ['* item', '* item'],
    ['snake_case_name', 'snake_case_name'],
  ])('shows %j as %j', (message, text) => {
    expect(previewText(message)).toBe(text);
  });
});

describe('lastMessageText', () => {
  it.each([
    ['🎤', '🎤 <audio>'],
    ['📄 nome.pdf', '📄 <application>: nome.pdf'],
    ['📷 *A vista*\ndaqui', '📷 <image>: A vista daqui'],
    ['🚫', '🚫 <deleted>'],
    ['Olá 🎤', 'Olá 🎤'],
    ['🎤🎤', '🎤🎤'],
    ['', ''],
  ])('shows %j as %j', (lastMessage, text) => {
    expect(lastMessageText(lastMessage, (kind) => `<${kind}>`)).toBe(text);
  });
});
