import { quickMessageEvents } from '@prosa/shared/events/quick-messages.ts';
import { describe, expect, it } from 'vitest';
import { findQuickMessages, quickLabel, typedShortcode } from './quick-completion.ts';

const [created] = quickMessageEvents.quickMessage.examples;
if (created === undefined || !('record' in created)) throw new Error('no example of a quick message');
const { record } = created;
const quick = (shortcode: string, message: string) => ({ ...record, shortcode, message });

describe('quick message completion', () => {
  it.each([
    ['/', 1, ''],
    ['/bom', 4, 'bom'],
    ['/bom dia', 4, 'bom'],
    ['/bom dia', 8, 'bom dia'],
  ])('is offered in %j', (text, cursor, expected) => {
    expect(typedShortcode(text, cursor)).toBe(expected);
  });

  it.each([
    ['', 0],
    ['oi /bom', 7],
    [' /bom', 5],
    ['/bom\ndia', 8],
    ['/bom', 0],
  ])('is not offered in %j at %i', (text, cursor) => {
    expect(typedShortcode(text, cursor)).toBeNull();
  });

  it('matches shortcodes first, then texts, without accents', () => {
    const all = [
      quick('despedida', 'Até amanhã, bom descanso'),
      quick('cupom', 'Use BEM-VINDO'),
      quick('Bom dia', 'Olá'),
      quick('bom', 'Que bom'),
    ];
    expect(findQuickMessages(all, 'bom').map(({ shortcode }) => shortcode)).toEqual([
      'bom',
      'Bom dia',
      'despedida',
    ]);
    expect(findQuickMessages(all, 'POM').map(({ shortcode }) => shortcode)).toEqual(['cupom']);
    expect(findQuickMessages(all, 'amanha').map(({ shortcode }) => shortcode)).toEqual(['despedida']);
    expect(findQuickMessages(all, '')).toEqual(all);
    expect(findQuickMessages(all, 'xyz')).toEqual([]);
  });

  it('shows one line of at most 90 characters', () => {
    expect(quickLabel(quick('oi', 'Olá,\ntudo bem?'))).toBe('oi - Olá, tudo bem?');
    const exact = quickLabel(quick('oi', 'é'.repeat(85)));
    expect(exact).toBe(`oi - ${'é'.repeat(85)}`);
    const cut = quickLabel(quick('oi', '👍'.repeat(86)));
    expect([...cut]).toHaveLength(90);
    expect(cut).toBe(`oi - ${'👍'.repeat(84)}…`);
  });
});
