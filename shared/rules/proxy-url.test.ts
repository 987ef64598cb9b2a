import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownProxy } from './proxy-url.ts';

describe('the URL of a proxy', () => {
  it.each([
    ['http://proxy.example:3128', 'http://proxy.example:3128'],
    ['http://proxy.example', 'http://proxy.example:80'],
    ['https://ana:segredo@proxy.example/', 'https://proxy.example:443'],
    ['socks5://ana:se%40gredo@proxy.example', 'socks5://proxy.example:1080'],
    ['socks5://203.0.113.7:9050', 'socks5://203.0.113.7:9050'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('%s is shown without its credentials as %s', (text, shown) => {
    expect(shownProxy(text)).toBe(shown);
    expect(shownProxy(shown)).toBe(shown);
  });

  it.each([
    '',
    'proxy.example:3128',
    'ftp://proxy.example:3128',
    'socks4://proxy.example:1080',
    'file:///etc/passwd',
    'http://proxy.example:25',
    'http://proxy.example:22',
    'http://proxy.example:3128/path',
    'http://proxy.example:3128/?a=1',
    'http://proxy.example:3128/#a',
    'http://proxy.exa\nmple:3128',
    'socks5://',
    `http://${'a'.repeat(500)}.example`,
  ])('%j is rejected', (text) => {
    expect(shownProxy(text)).toBeUndefined();
  });

  it('never shows a password, for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{12,30}$/), (password) => {
        expect(shownProxy(`socks5://user:${password}@proxy.example:1080`)).not.toContain(password);
      }),
    );
  });
});
