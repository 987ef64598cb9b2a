import { describe, expect, it } from 'vitest';
import { type MarkupNode, parseMarkup, safeHref } from './message-markup.ts';

const text = (value: string): MarkupNode => ({ kind: 'text', text: value });

/** Returns the visible text without formatting marks. */
const plain = (nodes: MarkupNode[]): string =>
  nodes.map((node) => ('children' in node ? plain(node.children) : node.text)).join('');
const links = (nodes: MarkupNode[]): string[] =>
  nodes.flatMap((node) =>
    node.kind === 'link' ? [node.href] : 'children' in node ? links(node.children) : [],
  );

describe('parseMarkup', () => {
  it('parses bold, italic, strikethrough and monospace, also nested', () => {
    expect(parseMarkup('oi *negrito _e itálico_* ~não~ ```a*b*c```')).toEqual([
      text('oi '),
      { kind: 'bold', children: [text('negrito '), { kind: 'italic', children: [text('e itálico')] }] },
      text(' '),
      { kind: 'strike', children: [text('não')] },
      text(' '),
      { kind: 'mono', text: 'a*b*c' },
    ]);
  });

  it('parses code in one line and across lines, and does not format inside it', () => {
    expect(parseMarkup('rode `npm *start*` já')).toEqual([
      text('rode '),
      { kind: 'code', text: 'npm *start*' },
      text(' já'),
    ]);
    expect(parseMarkup('```um\n`dois` *três*```')).toEqual([{ kind: 'mono', text: 'um\n`dois` *três*' }]);
    expect(parseMarkup('*negrito `a_b`*')).toEqual([
      { kind: 'bold', children: [text('negrito '), { kind: 'code', text: 'a_b' }] },
    ]);
  });

  it.each([
    '2*3*4',
    '* item *',
    'snake_case_name',
    '*',
    '**',
    '_ _',
    '*sem fim',
    '`sem fim',
    '` `',
    '``',
    'um `salto\nde` linha',
    'um *salto\nde linha*',
  ])('leaves %j unchanged', (input) => {
    expect(parseMarkup(input)).toEqual([text(input)]);
  });

  it('finds links, without the punctuation after them', () => {
    expect(parseMarkup('veja https://prosa.example/a_b_c?x=1*2, ou www.exemplo.com.br.')).toEqual([
      text('veja '),
      { kind: 'link', href: 'https://prosa.example/a_b_c?x=1*2', text: 'https://prosa.example/a_b_c?x=1*2' },
      text(', ou '),
      { kind: 'link', href: 'https://www.exemplo.com.br/', text: 'www.exemplo.com.br' },
      text('.'),
    ]);
  });

  it('preserves every character', () => {
    for (const input of ['<b>*x*</b>', '👩‍👩‍👧 *👍🏽* _ok_', 'a\n\nb', '`x`', '~~~']) {
      expect(plain(parseMarkup(input)).length).toBeLessThanOrEqual(input.length);
      expect(plain(parseMarkup(input)).replaceAll(/[*_~`]/g, '')).toBe(input.replaceAll(/[*_~`]/g, ''));
    }
  });

  it('parses hostile text quickly', () => {
    const started = performance.now();
    parseMarkup('*_~'.repeat(20_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('S-29: links', () => {
  const HOSTILE = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200b:alert(1)',
    '\u202ejavascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD4=',
    'DATA:image/svg+xml,<svg onload=alert(1)>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://prosa.example/1',
    'about:blank',
    'filesystem:https://x/temporary',
    'ftp://example.com',
    'ws://example.com',
    'intent://scan/#Intent;scheme=zxing;end',
    'view-source:https://example.com',
    'jar:https://example.com!/',
    'livescript:alert(1)',
    'mocha:alert(1)',
    'x-javascript:alert(1)',
    'feed:javascript:alert(1)',
    'chrome://settings',
    'whatsapp://send?text=1',
    'sms:+5511',
    'market://details?id=1',
    'about:javascript:alert(1)',
    'jav&#x0A;ascript:alert(1)',
    '&#106;avascript:alert(1)',
    '%6aavascript:alert(1)',
    'javascript://https://example.com/%0aalert(1)',
    'data:,x',
    'data://text/plain,x',
    'vbscript:https://example.com',
    'resource://x',
    'moz-extension://x',
    'ms-appx://x',
  ];
  it.each(HOSTILE)('%j is not a link', (input) => {
    expect(safeHref(input)).toBeUndefined();
    for (const href of links(parseMarkup(`clique ${input} aqui`)))
      expect(href).toMatch(/^(https?|mailto|tel):/);
  });
  it.each(['https://prosa.example/', 'http://a.b/', 'mailto:ana@prosa.example', 'tel:+5511999990000'])(
    '%s is a link',
    (input) => {
      expect(safeHref(input)).toBe(input);
    },
  );
});
